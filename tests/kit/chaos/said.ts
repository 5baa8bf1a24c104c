import type { TextKey } from '#src/i18n/keys.ts'
import type { Heard } from '#tests/kit/heard.ts'
import type { Write } from './writes.ts'

/** A sentence that a screen shows, and what it is about. */
export type Said = {
  readonly key: TextKey
  readonly values: Readonly<Record<string, string>>
  /** The writes that the sentence can mean. The sentence is true if it is true of at least one. */
  readonly writes: readonly Write[]
  readonly receipt: string | null
  readonly page: SaidOn
}

/** What the tests know about the page that shows a sentence. */
export type SaidOn = {
  readonly loaded: boolean
  /** True if the page cannot read the phone's database, or has not yet read it. The page then says so and may know less. */
  readonly blind: boolean
  readonly heard: Heard
  /** True if the page has ever been blind. It may then have missed what other tabs have read from the server. */
  readonly wasBlind: boolean
  readonly own: readonly Write[]
  /** The own writes that can be in this page's memory only. */
  readonly inMemory: readonly Write[]
  /** Ids of the writes whose acknowledgement the phone has ever stored. */
  readonly acknowledged: ReadonlySet<string>
  /** Ids of the writes whose end this page knows. On a full phone, it cannot store the end, and the record of the job stays. */
  readonly settled: ReadonlySet<string>
}
