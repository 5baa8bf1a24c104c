import { useState } from 'react'
import { LegalDialog, type LegalText } from '#src/ui/terms-dialogs.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './below.module.css'
import { LatestReceipt } from './latest-receipt.tsx'
import { Prizes } from './prizes.tsx'
import { Steps } from './steps.tsx'
import { Welcome } from './welcome.tsx'

/**
 * The part of home below the fold. It loads later but is last on the page, so no other content shifts when it
 * appears.
 */
export function Below() {
  const { t } = useText()
  const [legal, setLegal] = useState<LegalText | null>(null)
  return (
    <>
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
      <Welcome />
      {legal && <LegalDialog text={legal} onClose={() => setLegal(null)} />}
    </>
  )
}
