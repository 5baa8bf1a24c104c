import { lazyOnce } from '#src/loading/lazy-once.ts'
import type { Dictionary, TextKey, Translate } from './keys.ts'
import { type Lang, langs, languages } from './languages.ts'
import { first } from './th.ts'

/** Replaces placeholders such as `{name}` in a text. A placeholder without a value stays as it is. */
export function fill(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

export function translator<K extends TextKey>(dictionary: Dictionary<K>): Translate<K> {
  // A text that has not loaded yet is empty; `onDictionary` notifies the component when it has.
  return (key, ...values) => fill(dictionary[key] ?? '', ...(values as [Readonly<Record<string, string>>?]))
}

// Texts are constant and load at most once, so all apps in a process (as in tests) can share them.
let thai = first as Dictionary
const loaded = new Map<Lang, Dictionary<TextKey>>()
const subscribers = new Set<() => void>()

function notify(): void {
  for (const run of subscribers) run()
}

/** Loads the Thai texts that are not in the entry script. */
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

/** Loads the texts of a language. The app stays Thai until they have loaded, or if loading fails. */
export const loadTexts = async (lang: Lang): Promise<void> => loaders.get(lang)?.()

/**
 * Returns the texts of a language if they have loaded, and otherwise the Thai ones. The object is the same until more
 * texts load.
 */
export const dictionaryOf = (lang: Lang): Dictionary => loaded.get(lang) ?? thai

/** Subscribes to newly loaded texts. Returns the unsubscribe function. */
export function onDictionary(run: () => void): () => void {
  subscribers.add(run)
  return () => subscribers.delete(run)
}
