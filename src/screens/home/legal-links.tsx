import { useState } from 'react'
import { Link } from 'wouter'
import { LegalDialog, type LegalText } from '#src/ui/terms-dialogs.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './legal-links.module.css'

export function LegalLinks() {
  const { t } = useText()
  const [legal, setLegal] = useState<LegalText | null>(null)
  return (
    <>
      <footer className={css.foot}>
        <Link href="/help">{t('help.title')}</Link>
        <button type="button" onClick={() => setLegal('terms')}>
          {t('home.terms')}
        </button>
        <button type="button" onClick={() => setLegal('privacy')}>
          {t('home.privacy')}
        </button>
        <p>{t('campaign.responsible')}</p>
      </footer>
      {legal && <LegalDialog text={legal} onClose={() => setLegal(null)} />}
    </>
  )
}
