import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useApp } from '#src/app-context.ts'
import { type Formats, formatsOf } from '#src/i18n/format.ts'
import type { CommonKey, TextKey, Translate } from '#src/i18n/keys.ts'
import type { Lang } from '#src/i18n/languages.ts'
import { dictionaryOf, loadTexts, onDictionary, translator } from '#src/i18n/text.ts'

const none = {}

/**
 * The texts and formats of the customer's language; a component that uses them changes with it.
 * `more`: Thai texts of this screen that the first script does not have; the same object every time.
 */
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
    // Without a network the texts do not load and Thai stays, which needs no message.
    loadTexts(lang).catch(() => {})
  }, [lang])
  const thai = more ?? none
  // Other languages load all texts in one script, which replace the screen's own Thai texts.
  const t = useMemo(
    () => translator<CommonKey | (keyof More & TextKey)>({ ...thai, ...texts } as never),
    [texts, thai],
  )
  return { t, f: formatsOf(lang), lang }
}
