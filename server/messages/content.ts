import type { messageTexts } from '#campaign/messages.ts'
import type { Db, Tables } from '#server/store/tables.ts'

export type Content = {
  readonly texts: keyof typeof messageTexts
  readonly th: Values
  readonly en: Values
  readonly path: string
  /** The drawn ticket of a prize that can be confirmed in the chat. */
  readonly confirmTicket: string | null
  /**
   * False if the message is out of date for another reason than `endsAt`. It is dropped even if LINE may already have
   * it.
   */
  readonly isCurrent: boolean
  /** The deadline that the text names, in milliseconds. The message is wrong afterwards. */
  readonly endsAt: number | null
  /** How long a message without a deadline is still useful, in milliseconds; null for mere news. */
  readonly helpsUntil: number | null
}

type Values = Readonly<Record<string, string>>

export type Row = Pick<Tables['message'], 'kind' | 'subject' | 'customer_id'>

/** Returns null if the subject does not exist. */
export type ContentOf = (db: Db, row: Row, now: number) => Promise<Content | null>
