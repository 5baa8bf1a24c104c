import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useApp } from '#src/app-context.ts'
import { type Formats, formatsOf } from '#src/i18n/format.ts'
import type { CommonKey, TextKey, Translate } from '#src/i18n/keys.ts'
import { dictionaryOf, loadEnglish, onDictionary, translator } from '#src/i18n/text.ts'
import type { Lang } from '#src/state/types.ts'

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
    // Without a network English stays away and Thai is shown: nothing the customer has to be told.
    if (lang === 'en') loadEnglish().catch(() => {})
  }, [lang])
  const thai = more ?? none
  // English texts are all in one: what the screen brings along in Thai stands behind them.
  const t = useMemo(
    () => translator<CommonKey | (keyof More & TextKey)>({ ...thai, ...texts } as never),
    [texts, thai],
  )
  return { t, f: formatsOf(lang), lang }
}
