import { lazyOnce } from '#src/loading/lazy-once.ts'
import { createListeners } from '#src/loading/listeners.ts'
import type { Dictionary, TextKey, Translate } from './keys.ts'
import { DEFAULT_LANG, type Lang, langs, languages } from './languages.ts'
import { first } from './th.ts'

// Created lazily, because `Intl` is slow on a cheap phone, and Thai has only one plural form.
const pluralRules = new Map<Lang, Intl.PluralRules>()

/** `forms` are in the order of `Language.plurals`. */
function pluralForm(lang: Lang, value: string | number, forms: readonly string[]): string {
  const [first = ''] = forms
  if (forms.length === 1) return first
  const rules = pluralRules.get(lang) ?? new Intl.PluralRules(lang)
  pluralRules.set(lang, rules)
  // `Number` cannot parse `1,250`, which is how `Formats.number` writes it.
  const category = rules.select(Number(String(value).replace(/,/g, '')))
  return forms[(languages[lang].plurals as readonly string[]).indexOf(category)] ?? first
}

type Values = Readonly<Record<string, string | number>>

/**
 * Replaces `{count}` with the value, and `{count:entry|entries}` with the plural form for the value. Placeholders
 * without a value are left as they are.
 */
export function fill(text: string, values: Values = {}, lang: Lang = DEFAULT_LANG): string {
  const filled = text.replace(/\{(\w+)(?::([^}]*))?\}/g, (whole, name: string, forms?: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return forms === undefined ? String(value) : pluralForm(lang, value, forms.split('|'))
  })
  return joinNa(filled)
}

/** Uses a word joiner to keep the particle นะ with the word before it. Skips สถานะ and ชนะ, which end in นะ. */
const joinNa = (text: string): string =>
  text.replace(/(สถา|ช)?นะ(?=$|[\s”])/g, (particle, word?: string) => (word ? particle : `\u2060${particle}`))

/** Looks up texts in `dictionary`, then in `rest`. */
export function translator<K extends TextKey>(
  dictionary: Partial<Dictionary<K>>,
  lang: Lang,
  rest: Partial<Dictionary<K>> = {},
): Translate<K> {
  // The string is empty until it has loaded; `onDictionary` then notifies the component.
  return (key, ...values) => fill(dictionary[key] ?? rest[key] ?? '', (values as [Values?])[0], lang)
}

// Shared by all apps in the process (tests create several), because strings are constant and load at most once.
let thai = first as Dictionary
const loaded = new Map<Lang, Dictionary<TextKey>>()
const loads = createListeners()

/** Loads the Thai strings that are not in the entry script. */
export const loadThai = lazyOnce(async () => {
  const { later } = await import('./th-later.ts')
  thai = { ...thai, ...later }
  loads.tell()
})

const loaders = new Map(
  langs.map(lang => {
    const { load } = languages[lang]
    const loader = async () => {
      if (load === null) return
      loaded.set(lang, await load())
      loads.tell()
    }
    return [lang, lazyOnce(loader)]
  }),
)

/** The app stays in Thai until the strings have loaded, or if loading fails. */
export const loadTexts = async (lang: Lang): Promise<void> => loaders.get(lang)?.()

/** Returns the Thai strings until the language has loaded. The object stays the same until more strings load. */
export const dictionaryOf = (lang: Lang): Dictionary => loaded.get(lang) ?? thai

/** Subscribes to newly loaded strings. */
export const onDictionary = loads.listen
