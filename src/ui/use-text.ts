import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useApp } from '#src/app-context.ts'
import { type Formats, formatsOf } from '#src/i18n/format.ts'
import type { CommonKey, TextKey, Translate } from '#src/i18n/keys.ts'
import type { Lang } from '#src/i18n/languages.ts'
import { dictionaryOf, loadTexts, onDictionary, translator } from '#src/i18n/text.ts'

const none = {}

/** `more` holds the screen's Thai strings that are not in the entry script; pass the same object every time. */
export function useText<More extends Readonly<Record<string, string>> = Record<never, string>>(
  more?: More,
): {
  readonly t: Translate<CommonKey | (keyof More & TextKey)>
  readonly f: Formats
  readonly lang: Lang
} {
  const lang = useApp().settings.lang.value
  const dictionary = () => dictionaryOf(lang)
  const texts = useSyncExternalStore(onDictionary, dictionary, dictionary)
  useEffect(() => {
    // If the strings cannot be loaded, the app stays in Thai without an error message.
    loadTexts(lang).catch(() => {})
  }, [lang])
  const thai = more ?? none
  // In other languages, one script contains the strings of all screens, and they take precedence over the screen's own
  // Thai strings. Merging them would copy hundreds of strings in every component.
  const t = useMemo(
    () => translator<CommonKey | (keyof More & TextKey)>(texts as never, lang, thai as never),
    [texts, thai, lang],
  )
  return { t, f: formatsOf(lang), lang }
}
