import { useLanguage } from './language/use-texts.tsx'
import styles from './language-menu.module.css'
import { LANGUAGES, type LanguageChoice } from './texts/languages.ts'
import { Button } from './ui/button.tsx'

export function LanguageMenu() {
  const { texts, choice, choose, browserName } = useLanguage()
  const { frame } = texts
  return (
    <>
      <Button
        look="quiet"
        icon="language"
        aria-label={frame.languageNow(texts.name)}
        title={frame.languageNow(texts.name)}
        popoverTarget="panel-language"
      />
      <div id="panel-language" popover="auto" className={styles.menu}>
        <fieldset aria-label={frame.language}>
          <Choice
            value="browser"
            label={frame.languageOfBrowser(browserName)}
            chosen={choice}
            onChoose={choose}
          />
          {Object.values(LANGUAGES).map(({ lang, name }) => (
            <Choice key={lang} value={lang} lang={lang} label={name} chosen={choice} onChoose={choose} />
          ))}
        </fieldset>
        <small>{frame.languageNote}</small>
      </div>
    </>
  )
}

type ChoiceProps = {
  readonly value: LanguageChoice
  readonly label: string
  /** The label's language, if it differs from the panel's. */
  readonly lang?: string
  readonly chosen: LanguageChoice
  readonly onChoose: (choice: LanguageChoice) => void
}

function Choice({ value, label, lang, chosen, onChoose }: ChoiceProps) {
  return (
    <label>
      <input type="radio" name="panel-language" checked={value === chosen} onChange={() => onChoose(value)} />
      <span lang={lang}>{label}</span>
    </label>
  )
}
