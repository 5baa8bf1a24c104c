import { useApp } from '#src/app-context.ts'
import { type Lang, langs, languages } from '#src/i18n/languages.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import type { Theme } from '#src/state/types.ts'
import { Choices } from '#src/ui/choice.tsx'
import { Card } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'

/** Theme and language settings, stored on this phone. */
export function Preferences() {
  const { settings } = useApp()
  const { t } = useText(accountTexts)
  return (
    <Card below title={t('profile.settings')}>
      <Choices
        legend={t('profile.theme')}
        value={settings.theme.value}
        onChange={value => settings.setTheme(value as Theme)}
        options={(['system', 'light', 'dark'] as const).map(value => ({ value, label: t(`theme.${value}`) }))}
      />
      <Choices
        legend={t('profile.lang')}
        value={settings.lang.value}
        onChange={value => settings.setLang(value as Lang)}
        options={langs.map(value => ({ value, label: languages[value].name }))}
      />
    </Card>
  )
}
