import { faq } from '#campaign/faq.ts'
import { organiser } from '#campaign/organiser.ts'
import { helpTexts } from '#src/i18n/th/help.ts'
import { ButtonAway } from '#src/ui/button.tsx'
import { Card, Page } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './help.module.css'
import { StoreList } from './store-list.tsx'

/** Available to everyone, even offline and after the end of the campaign. */
export default function Help() {
  const { t, f } = useText(helpTexts)
  return (
    <Page title={t('help.title')}>
      <Card title={t('help.contact')}>
        <p>{t('help.contactText')}</p>
        <div className={css.contact}>
          <ButtonAway kind="secondary" href={`tel:${organiser.phone.replace(/[^\d+]/g, '')}`}>
            {t('help.phone', { phone: organiser.phone })}
          </ButtonAway>
          <ButtonAway kind="secondary" href={`mailto:${organiser.email}`}>
            {t('help.email', { email: organiser.email })}
          </ButtonAway>
        </div>
        <address className={css.address}>
          {f.content(organiser.nameTh, organiser.nameEn)}
          <br />
          {f.content(organiser.addressTh, organiser.addressEn)}
        </address>
      </Card>
      <section aria-labelledby="faq" className={css.section}>
        <h2 id="faq">{t('help.faq')}</h2>
        <div className={css.faq}>
          {faq.map(({ questionTh, questionEn, answerTh, answerEn }) => (
            <details key={questionEn}>
              <summary>{f.content(questionTh, questionEn)}</summary>
              <p>{f.content(answerTh, answerEn)}</p>
            </details>
          ))}
        </div>
      </section>
      <section aria-labelledby="stores" className={css.section}>
        <h2 id="stores">{t('help.stores')}</h2>
        <StoreList />
      </section>
    </Page>
  )
}
