import { late } from '#src/domain/late.ts'
import type { Lang } from '#src/state/types.ts'
import type { accountTexts } from './th/account.ts'
import type { answerTexts } from './th/answers.ts'
import type { rewardTexts } from './th/rewards.ts'
import type { updateTexts } from './th/update.ts'
import { first, type Thai } from './th.ts'

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

/** Fills `{name}` in a text; a name without a value stays as it is. */
export function fill(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

export function translator<K extends TextKey>(dictionary: Dictionary<K>): Translate<K> {
  // A text that has not come yet is empty; whoever says it hears when it is there.
  return (key, ...values) => fill(dictionary[key] ?? '', ...(values as [Readonly<Record<string, string>>?]))
}

// Constant data fetched at most once, not state: the first Thai texts come with the scripts, the rest after them.
let thai = first as Dictionary
let english: Dictionary<TextKey> | null = null
const waiting = new Set<() => void>()

function tell(): void {
  for (const run of waiting) run()
}

/** Fetches the Thai texts that the first script does not have. */
export const loadThai = late(async () => {
  const { later } = await import('./th-later.ts')
  thai = { ...thai, ...later }
  tell()
  return later
})

/** Fetches the English texts. Until they are there, and where they cannot be had, Thai is shown. */
export const loadEnglish = late(async () => {
  const { en } = await import('./en.ts')
  english = en
  tell()
  return en
})

/** The texts that are there in a language: an object of its own for each state of them. */
export const dictionaryOf = (lang: Lang): Dictionary => (lang === 'en' ? (english ?? thai) : thai)

/** Calls when more texts have come. */
export function onDictionary(run: () => void): () => void {
  waiting.add(run)
  return () => waiting.delete(run)
}
