import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { campaignLink } from '#contract/campaign-link.ts'
import { useApp } from '#src/app-context.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { Card, Page } from '#src/ui/page.tsx'
import { PersonalCode } from '#src/ui/personal-code.tsx'
import { Qr } from '#src/ui/qr.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './qr-code.module.css'
import { Rewards } from './rewards.tsx'

/** Without a signed-in customer, shows a QR code that opens the campaign (spec S2). */
export default function QrCode() {
  const { session, rewards, config } = useApp()
  const { t } = useText(rewardTexts)
  const rewardsFirst = new URLSearchParams(useSearch()).get('show') === 'rewards'
  const signedIn = session.customerId.value !== null
  useEffect(() => {
    if (!signedIn) return
    void rewards.load()
    void rewards.qr.load()
  }, [signedIn, rewards])
  if (!signedIn)
    return (
      <Page title={t('campaign.name')}>
        <Card className={css.card}>
          <Qr text={campaignLink(config.liffId)} label={t('start.notInLine.qr')} />
          <p>{t('qr.campaign')}</p>
        </Card>
      </Page>
    )
  return (
    <Page title={t(rewardsFirst ? 'reward.title' : 'qr.title')}>
      {rewardsFirst ? (
        <>
          <Rewards />
          <Card className={css.card} title={t('qr.title')}>
            <PersonalCode />
          </Card>
        </>
      ) : (
        <>
          <Card className={css.card}>
            <PersonalCode />
          </Card>
          <Rewards heading={t('reward.title')} />
        </>
      )}
    </Page>
  )
}
