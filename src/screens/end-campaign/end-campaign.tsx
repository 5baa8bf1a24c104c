import { useApp } from '#src/app-context.ts'
import { latestValue } from '#src/state/resource.ts'
import { Scene } from '#src/ui/art/scene.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { Lead, MessagePage } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './end-campaign.module.css'

/** Shown after the campaign has ended, with links to the results and the customer's receipts. */
export default function EndCampaign() {
  const { campaign, session } = useApp()
  const { t, f } = useText()
  const activity = latestValue(campaign.current.value)
  return (
    <MessagePage
      picture={<Scene asleep />}
      title={t('end.title')}
      actions={
        <>
          <ButtonLink wide href="/watingAnouncer" icon="gift">
            {t('end.results')}
          </ButtonLink>
          {session.customerId.value !== null && (
            <ButtonLink wide kind="secondary" href="/receiptHistory" icon="history">
              {t('end.receipts')}
            </ButtonLink>
          )}
        </>
      }
    >
      <Lead>
        {activity === null ? t('end.textShort') : t('end.text', { date: f.date(activity.closesAt) })}
      </Lead>
      {activity !== null && (
        <p className={css.announce}>
          {t('end.announce', { date: f.date(activity.announceAt), time: f.time(activity.announceAt) })}
        </p>
      )}
    </MessagePage>
  )
}
