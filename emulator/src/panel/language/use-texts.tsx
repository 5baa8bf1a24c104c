import { createContext, type ReactNode, useContext, useLayoutEffect, useSyncExternalStore } from 'react'
import { preferredLanguage } from '../../own-language.ts'
import { useStored } from '../state/use-stored.ts'
import { LANGUAGES, type LanguageChoice, languageFor } from '../texts/languages.ts'
import type { PanelTexts } from '../texts/panel-texts.ts'

type Language = {
  readonly texts: PanelTexts
  readonly choice: LanguageChoice
  readonly choose: (choice: LanguageChoice) => void
  readonly browserName: string
}

const LanguageContext = createContext<Language>({
  texts: LANGUAGES.en,
  choice: 'en',
  choose: () => {},
  browserName: LANGUAGES.en.name,
})

export function useTexts(): PanelTexts {
  return useContext(LanguageContext).texts
}

export function useLanguage(): Language {
  return useContext(LanguageContext)
}

function onLanguageChange(changed: () => void): () => void {
  addEventListener('languagechange', changed)
  return () => removeEventListener('languagechange', changed)
}

/** Uses the chosen language, or else the browser's. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [stored, choose] = useStored<LanguageChoice>('language', 'browser')
  const browser = useSyncExternalStore(onLanguageChange, () => preferredLanguage(navigator.languages))
  const language = languageFor(stored, [browser])
  useLayoutEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const value: Language = {
    texts: LANGUAGES[language],
    choice: stored === language ? language : 'browser',
    choose,
    browserName: LANGUAGES[browser].name,
  }
  return <LanguageContext value={value}>{children}</LanguageContext>
}
