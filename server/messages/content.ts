import type { messageTexts } from '#campaign/messages.ts'
import type { Db, Tables } from '#server/store/tables.ts'

/** What a message says: the texts that it uses, their values in both languages, and the screen that its button opens. */
export type Content = {
  readonly texts: keyof typeof messageTexts
  readonly th: Values
  readonly en: Values
  /** Path in the app, starting with `/`. */
  readonly path: string
  /** The drawn ticket of a prize that the customer can confirm in the chat; null if there is none. */
  readonly confirmTicket: string | null
  /**
   * False if the message is out of date, apart from `endsAt`. The sender then drops it, also if LINE may already have it.
   */
  readonly isCurrent: boolean
  /**
   * The time that the text names, in milliseconds: until then it is true and worth sending, afterwards it is false. Null if
   * the text names none.
   */
  readonly endsAt: number | null
  /** Until when a text that names no time helps the customer to do something, in milliseconds; null if it is only news. */
  readonly helpsUntil: number | null
}

/** Values of a text's placeholders. */
type Values = Readonly<Record<string, string>>

export type Row = Pick<Tables['message'], 'kind' | 'subject' | 'customer_id'>

/** Returns what a message says at the time `now` (milliseconds); null if what it is about does not exist. */
export type ContentOf = (db: Db, row: Row, now: number) => Promise<Content | null>
