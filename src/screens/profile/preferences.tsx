import { useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { type Lang, langs, languages } from '#src/i18n/languages.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { reportTexts } from '#src/i18n/th/reports.ts'
import type { Theme } from '#src/state/types.ts'
import { Choices, Toggle } from '#src/ui/choice.tsx'
import { Card } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'

const texts = { ...accountTexts, ...reportTexts }

export function Preferences() {
  const { settings, outbox } = useApp()
  const { t } = useText(texts)

  const [reports, showReports] = useState(settings.sendsReports)

  function setReports(value: boolean) {
    showReports(value)
    settings.setReports(value)
    // If the phone cannot delete the reports, it cannot read and send them either.
    if (!value) outbox.discardReports().catch(() => {})
  }

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
      <div>
        <Toggle label={t('reports.label')} checked={reports} onChange={setReports} />
        <p className="quiet">{t('reports.text')}</p>
      </div>
    </Card>
  )
}
