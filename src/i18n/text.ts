import type { Lang } from '#src/state/types.ts'
import type { accountTexts } from './th/account.ts'
import type { answerTexts } from './th/answers.ts'
import type { rewardTexts } from './th/rewards.ts'
import type { updateTexts } from './th/update.ts'
import type { th } from './th.ts'

type Later = typeof accountTexts & typeof answerTexts & typeof rewardTexts & typeof updateTexts
/** The Thai texts are the source: those of the first script, and those that come with the screens that say them. */
type Texts = typeof th & Later
export type TextKey = keyof Texts
/** Those that any screen may say. */
export type CommonKey = keyof typeof th
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
  return (key, ...values) => fill(dictionary[key], ...(values as [Readonly<Record<string, string>>?]))
}

// Constant data fetched at most once, not state: Thai comes with the scripts, English when it is asked for.
let english: Dictionary<TextKey> | null = null
const waiting = new Set<() => void>()

/** Fetches the English texts. Until they are there, and where they cannot be had, Thai is shown. */
export async function loadEnglish(): Promise<void> {
  if (english !== null) return
  const module = await import('./en.ts')
  english = module.en
  for (const run of waiting) run()
}

/** The texts that are there in a language; null: Thai, which every screen has with it. */
export const englishOf = (lang: Lang): Dictionary<TextKey> | null => (lang === 'en' ? english : null)

/** Calls when the English texts have come. */
export function onDictionary(run: () => void): () => void {
  waiting.add(run)
  return () => waiting.delete(run)
}
