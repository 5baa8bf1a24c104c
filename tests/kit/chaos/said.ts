import type { TextKey } from '#src/i18n/keys.ts'
import type { Heard } from '#tests/kit/heard.ts'
import type { Write } from './writes.ts'

/** A sentence that a screen shows, and the writes or the receipt that it is about. */
export type Said = {
  readonly key: TextKey
  readonly values: Readonly<Record<string, string>>
  /** The writes that the sentence may refer to. The sentence is true if it is true of at least one of them. */
  readonly writes: readonly Write[]
  readonly receipt: string | null
  readonly page: SaidOn
}

/** The tests' knowledge of the page that shows a sentence. */
export type SaidOn = {
  readonly loaded: boolean
  /**
   * True if the page cannot read the phone's database, or has not yet read it. The page then says so, and may not know
   * everything.
   */
  readonly blind: boolean
  readonly heard: Heard
  /** True if the page has ever been blind. It may then have missed data that other tabs have read from the server. */
  readonly wasBlind: boolean
  readonly own: readonly Write[]
  /** The customer's own writes that may be only in this page's memory. */
  readonly inMemory: readonly Write[]
  /** Ids of the writes whose acknowledgement the phone has ever stored. */
  readonly acknowledged: ReadonlySet<string>
  /**
   * Ids of the writes whose outcome this page knows. On a full phone, it cannot store the outcome, and the job's record
   * remains.
   */
  readonly settled: ReadonlySet<string>
}
