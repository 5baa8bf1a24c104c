import type { accountTexts } from './th/account.ts'
import type { answerTexts } from './th/answers.ts'
import type { rewardTexts } from './th/rewards.ts'
import type { updateTexts } from './th/update.ts'
import type { Thai } from './th.ts'

type Later = typeof accountTexts & typeof answerTexts & typeof rewardTexts & typeof updateTexts
/** The Thai texts are the source: those of the first script, and those that come with the screens that say them. */
type Texts = Thai & Later
export type TextKey = keyof Texts
/** Those that any screen may say. */
export type CommonKey = keyof Thai
export type Dictionary<K extends TextKey = CommonKey> = Readonly<Record<K, string>>

/** The names in `{…}` of a text. */
type Names<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type TextValues<K extends TextKey> = [Names<Texts[K]>] extends [never]
  ? []
  : [values: Readonly<Record<Names<Texts[K]>, string | number>>]

/** A text by its key, with its values filled in: the compiler asks for every `{name}`. */
export type Translate<Keys extends TextKey = CommonKey> = <K extends Keys>(
  key: K,
  ...values: TextValues<K>
) => string
