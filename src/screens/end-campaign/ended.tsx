import type { ReactNode } from 'react'
import { useApp } from '#src/app-context.ts'
import { resultTexts } from '#src/i18n/th/result.ts'
import { latestValue } from '#src/state/resource.ts'
import { Scene } from '#src/ui/art/scene.tsx'
import { Lead, MessagePage } from '#src/ui/page.tsx'
import { Phrases } from '#src/ui/phrases.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './end-campaign.module.css'

/** The end screen without a personal result. */
export function Ended({
  announced,
  actions,
  children,
}: {
  /** True if the winners are public. */
  readonly announced: boolean
  readonly actions: ReactNode
  readonly children: ReactNode
}) {
  const { campaign, outbox } = useApp()
  const { t, f } = useText(resultTexts)
  const now = useNow(1000)
  const activity = latestValue(campaign.current.value)
  // An organiser can end the campaign before the announced time.
  const closed = activity !== null && Date.parse(activity.closesAt) <= now
  function announcement() {
    if (activity === null || announced) return null
    const { announceAt } = activity
    if (now < Date.parse(announceAt))
      return t('end.announce', { date: f.date(announceAt), time: f.time(announceAt) })
    return t(outbox.connection.value === 'unreachable' ? 'result.soonOffline' : 'result.soon')
  }
  const text = announcement()
  return (
    <MessagePage picture={<Scene asleep />} title={t('end.title')} actions={actions}>
      <Lead>{closed ? t('end.text', { date: f.date(activity.closesAt) }) : t('end.textShort')}</Lead>
      {text !== null && (
        <p className={css.announce} role="status">
          <Phrases text={text} />
        </p>
      )}
      {children}
    </MessagePage>
  )
}
