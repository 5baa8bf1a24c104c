import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import type { Lang, Words } from '#contract/languages.ts'
import { en } from './en.ts'
import { type TextKey, th } from './th.ts'

/** A page defines the texts that no other page shows. The tables in this folder have all other texts. */
export type Text = TextKey | Words
type Values = Readonly<Record<string, string | number>>

export type Texts = {
  readonly language: Lang
  readonly setLanguage: (language: Lang) => void
  /** Fills in the text's placeholders, such as `{name}`. */
  readonly t: (text: Text, values?: Values) => string
  /** Formats milliseconds since 1970 in Bangkok time. */
  readonly time: (ms: number) => string
  /** Like `time`, with seconds. */
  readonly exactTime: (ms: number) => string
  /** Formats a day such as 1998-04-13. Other texts stay as they are. */
  readonly day: (day: string) => string
  readonly number: (value: number) => string
}

const tables: Readonly<Record<Lang, Readonly<Record<TextKey, string>>>> = { th, en }
const STORED = 'language'
const Context = createContext<Texts | null>(null)

export function TextsProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState<Lang>(() => (localStorage.getItem(STORED) === 'en' ? 'en' : 'th'))
  useEffect(() => {
    localStorage.setItem(STORED, language)
    document.documentElement.lang = language
  }, [language])
  const texts = useMemo(() => textsOf(language, setLanguage), [language])
  return <Context value={texts}>{children}</Context>
}

function textsOf(language: Lang, setLanguage: Texts['setLanguage']): Texts {
  const locale = language === 'th' ? 'th-TH' : 'en-GB'
  const format = (timeStyle: 'short' | 'medium') =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle, timeZone: 'Asia/Bangkok' })
  const times = format('short')
  const exactTimes = format('medium')
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const numbers = new Intl.NumberFormat(locale)
  return {
    language,
    setLanguage,
    t: (text, values = {}) =>
      (typeof text === 'string' ? tables[language][text] : text[language]).replace(
        /\{(\w+)\}/g,
        (_, name: string) => String(values[name] ?? ''),
      ),
    time: ms => times.format(ms),
    exactTime: ms => exactTimes.format(ms),
    day: text => (/^\d{4}-\d\d-\d\d$/.test(text) ? days.format(Date.parse(text)) : text),
    number: value => numbers.format(value),
  }
}

export function useTexts(): Texts {
  const texts = use(Context)
  if (!texts) throw new Error('useTexts needs a TextsProvider')
  return texts
}
