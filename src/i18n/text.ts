import { lazyOnce } from '#src/loading/lazy-once.ts'
import type { Lang } from '#src/state/types.ts'
import type { Dictionary, TextKey, Translate } from './keys.ts'
import { first } from './th.ts'

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
export const loadThai = lazyOnce(async () => {
  const { later } = await import('./th-later.ts')
  thai = { ...thai, ...later }
  tell()
  return later
})

/** Fetches the English texts. Until they are there, and where they cannot be had, Thai is shown. */
export const loadEnglish = lazyOnce(async () => {
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
