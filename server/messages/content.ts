import type { messageTexts } from '#campaign/messages.ts'
import type { Db, Tables } from '#server/store/tables.ts'

export type Content = {
  readonly texts: keyof typeof messageTexts
  /** Placeholder values. With an array, the message repeats the text for each element. */
  readonly th: Values | readonly Values[]
  readonly en: Values | readonly Values[]
  readonly path: string
  /** The drawn ticket, if its prize can be confirmed in the chat. */
  readonly confirmTicket: string | null
  /**
   * False if the message is out of date for a reason other than `endsAt`. In that case it is dropped even if LINE may
   * already have it.
   */
  readonly isCurrent: boolean
  /** The deadline mentioned in the text, in milliseconds. The message is out of date after that. */
  readonly endsAt: number | null
  /** When a message without a deadline stops being useful, in milliseconds; null if it is purely informational. */
  readonly helpsUntil: number | null
  /** True if the text can change while the message stays current. */
  readonly canChange?: true
}

/** Fields of a message that names no deadline, and cannot be answered in the chat. */
export const plain = { confirmTicket: null, endsAt: null, helpsUntil: null }

type Values = Readonly<Record<string, string>>

export type Row = Pick<Tables['message'], 'kind' | 'subject' | 'customer_id'>

export type ContentOf = (db: Db, row: Row, now: number) => Promise<Content | null>
