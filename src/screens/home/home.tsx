import { useEffect, useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { LegalDialog, type LegalText } from '#src/ui/terms-dialogs.tsx'
import { useText } from '#src/ui/use-text.ts'
import { Actions } from './actions.tsx'
import { Hero } from './hero.tsx'
import css from './home.module.css'
import { LatestReceipt } from './latest-receipt.tsx'
import { Prizes } from './prizes.tsx'
import { RightsTicket } from './rights-ticket.tsx'
import { Steps } from './steps.tsx'
import { Welcome } from './welcome.tsx'

/** The landing page (S2): what the customer has, what they can do next, and what there is to win. */
export default function Home() {
  const app = useApp()
  const { t } = useText()
  const reward = app.rewards.current.value
  const none = reward.state === 'ready' && reward.value === null
  const [legal, setLegal] = useState<LegalText | null>(null)
  useEffect(() => {
    void app.customer.load()
    void app.rewards.load()
    void app.receipts.load()
  }, [app])
  useEffect(() => {
    // A customer who came another way than by registering has no reward object yet.
    if (none) void app.rewards.create()
  }, [app, none])
  return (
    <>
      <Hero />
      <div className={css.body}>
        <RightsTicket />
        <Actions />
        <LatestReceipt />
        <Steps />
        <Prizes />
        <footer className={css.foot}>
          <button type="button" onClick={() => setLegal('terms')}>
            {t('home.terms')}
          </button>
          <button type="button" onClick={() => setLegal('privacy')}>
            {t('home.privacy')}
          </button>
          <p>{t('campaign.responsible')}</p>
        </footer>
      </div>
      <Welcome />
      {legal && <LegalDialog text={legal} onClose={() => setLegal(null)} />}
    </>
  )
}
