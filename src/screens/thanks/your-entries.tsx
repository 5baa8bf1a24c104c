import { useEffect } from 'react'
import { useApp } from '#src/app-context.ts'
import { resultTexts } from '#src/i18n/th/result.ts'
import { latestValue } from '#src/state/resource.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './thanks.module.css'

export function YourEntries() {
  const { rewards } = useApp()
  const { t, f } = useText(resultTexts)
  useEffect(() => {
    void rewards.load()
  }, [rewards])
  const entries = latestValue(rewards.current.value)?.rights
  if (entries === undefined) return null
  return (
    <p className={css.entries}>
      <b>{t('result.entries', { count: f.number(entries.total) })}</b>
      {entries.pending > 0 && <small>{t('home.entriesPending', { count: f.number(entries.pending) })}</small>}
    </p>
  )
}
