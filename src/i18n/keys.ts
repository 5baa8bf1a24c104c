import type { accountTexts } from './th/account.ts'
import type { answerTexts } from './th/answers.ts'
import type { factsTexts } from './th/facts.ts'
import type { helpTexts } from './th/help.ts'
import type { landingTexts } from './th/landing.ts'
import type { messageTexts } from './th/messages.ts'
import type { receiptTexts } from './th/receipts.ts'
import type { reportTexts } from './th/reports.ts'
import type { resultTexts } from './th/result.ts'
import type { rewardTexts } from './th/rewards.ts'
import type { ticketTexts } from './th/tickets.ts'
import type { updateTexts } from './th/update.ts'
import type { writeTexts } from './th/writes.ts'
import type { first } from './th.ts'
import type { later } from './th-later.ts'

type Thai = typeof first & typeof later
type Later = typeof accountTexts &
  typeof answerTexts &
  typeof writeTexts &
  typeof messageTexts &
  typeof receiptTexts &
  typeof rewardTexts &
  typeof reportTexts &
  typeof resultTexts &
  typeof ticketTexts &
  typeof updateTexts &
  typeof landingTexts &
  typeof factsTexts &
  typeof helpTexts
/** The Thai files define the keys, both in the entry script and in scripts that load later. */
type Texts = Thai & Later
export type TextKey = keyof Texts
export type CommonKey = keyof Thai
export type Dictionary<K extends TextKey = CommonKey> = Readonly<Record<K, string>>

/** The placeholder names in a string: `name` in `Hello {name}`, `count` in `{count:entry|entries}`. */
type Names<S> = S extends `${string}{${infer Placeholder}}${infer Rest}`
  ? (Placeholder extends `${infer Name}:${string}` ? Name : Placeholder) | Names<Rest>
  : never
type TextValues<K extends TextKey> = [Names<Texts[K]>] extends [never]
  ? []
  : [values: Readonly<Record<Names<Texts[K]>, string | number>>]

/** Fills in the string's placeholders. The compiler requires a value for each of them. */
export type Translate<Keys extends TextKey = CommonKey> = <K extends Keys>(
  key: K,
  ...values: TextValues<K>
) => string
