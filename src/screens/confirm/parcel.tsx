import type { PrizeSent } from '#contract/schema/reward.ts'
import { useApp } from '#src/app-context.ts'
import { resultTexts } from '#src/i18n/th/result.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Card } from '#src/ui/page.tsx'
import { sentText } from '#src/ui/result/result-view.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './confirm.module.css'

const texts = { ...rewardTexts, ...resultTexts }

/** There is no link to the carrier, whose name is free text typed by the organiser. */
export function Parcel({ sent }: { readonly sent: PrizeSent }) {
  const { copyText, toasts } = useApp()
  const { t, f } = useText(texts)
  const { carrier, trackingNo, receivedAt } = sent
  const isHere = receivedAt !== null
  async function copy(text: string) {
    const isCopied = await copyText(text)
    toasts.show(isCopied ? 'success' : 'warning', t(isCopied ? 'parcel.copied' : 'parcel.notCopied'))
  }
  return (
    <Card title={t(isHere ? 'parcel.received' : 'parcel.sent')}>
      <p>{sentText(sent, { t, f })}</p>
      {(carrier !== null || trackingNo !== null) && (
        <dl className={css.parcel}>
          {carrier !== null && (
            <>
              <dt>{t('parcel.carrier')}</dt>
              <dd>{carrier}</dd>
            </>
          )}
          {trackingNo !== null && (
            <>
              <dt>{t('parcel.number')}</dt>
              <dd className={css.number} translate="no">
                {trackingNo}
              </dd>
            </>
          )}
        </dl>
      )}
      {trackingNo !== null && !isHere && (
        <>
          <Button wide kind="secondary" onClick={() => void copy(trackingNo)}>
            {t('parcel.copy')}
          </Button>
          <p className="quiet">{t('parcel.track')}</p>
        </>
      )}
      <p className="quiet">{t(isHere ? 'parcel.notHere' : 'parcel.final')}</p>
      <ButtonLink kind="quiet" href="/help">
        {t('parcel.help')}
      </ButtonLink>
    </Card>
  )
}
