import { lazyOnce } from '#src/loading/lazy-once.ts'
import type { Dictionary, TextKey, Translate } from './keys.ts'
import { type Lang, langs, languages } from './languages.ts'
import { first } from './th.ts'

/** Replaces placeholders such as `{name}` in a string. A placeholder without a value is not replaced. */
export function fill(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

export function translator<K extends TextKey>(dictionary: Dictionary<K>): Translate<K> {
  // Return an empty string while the text has not loaded. `onDictionary` notifies the component when it has.
  return (key, ...values) => fill(dictionary[key] ?? '', ...(values as [Readonly<Record<string, string>>?]))
}

// Shared by all apps in the process (tests create several), because strings are constant and load at most
// once.
let thai = first as Dictionary
const loaded = new Map<Lang, Dictionary<TextKey>>()
const subscribers = new Set<() => void>()

function notify(): void {
  for (const run of subscribers) run()
}

/** Loads the Thai strings that are not in the entry script. */
export const loadThai = lazyOnce(async () => {
  const { later } = await import('./th-later.ts')
  thai = { ...thai, ...later }
  notify()
})

const loaders = new Map(
  langs.map(lang => {
    const { load } = languages[lang]
    const loader = async () => {
      if (load === null) return
      loaded.set(lang, await load())
      notify()
    }
    return [lang, lazyOnce(loader)]
  }),
)

/** Loads the strings of a language. The app stays Thai until they have loaded, or if loading fails. */
export const loadTexts = async (lang: Lang): Promise<void> => loaders.get(lang)?.()

/**
 * Returns the strings of a language, or the Thai strings until they have loaded. Returns the same object
 * until more strings load.
 */
export const dictionaryOf = (lang: Lang): Dictionary => loaded.get(lang) ?? thai

/** Subscribes to newly loaded strings. Returns the unsubscribe function. */
export function onDictionary(run: () => void): () => void {
  subscribers.add(run)
  return () => subscribers.delete(run)
}
