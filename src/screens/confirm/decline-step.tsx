import { useState } from 'react'
import type { LuckyPrize } from '#contract/schema/reward.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import type { Failure } from '#src/ports.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Card } from '#src/ui/page.tsx'
import { prizeName } from '#src/ui/result/result-view.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './confirm.module.css'
import type { useDecision } from './use-decision.ts'

/** Declining has its own step, so that no one declines by mistake when tapping the confirm button. */
export function DeclineLink() {
  const { t } = useText(rewardTexts)
  return (
    <ButtonLink kind="quiet" href="/confirm?decline">
      {t('confirm.cannot')}
    </ButtonLink>
  )
}

type Decision = Pick<ReturnType<typeof useDecision>, 'busy' | 'decide'>

export function DeclineStep({
  prize,
  failure,
  busy,
  decide,
}: Decision & { readonly prize: LuckyPrize | null; readonly failure: Failure | null }) {
  const { t, lang } = useText(rewardTexts)
  const [asking, setAsking] = useState(false)
  async function decline() {
    await decide(false)
    setAsking(false)
  }
  return (
    <>
      <Card title={t('confirm.declineTitle')}>
        {prize !== null && <p>{prizeName(prize, lang)}</p>}
        <p>{t('confirm.declineText')}</p>
      </Card>
      {failure && <FailureNotice failure={failure} />}
      <div className={css.buttons}>
        <ButtonLink wide href="/confirm">
          {t('confirm.keep')}
        </ButtonLink>
        <Button wide kind="quiet" disabled={busy !== null} onClick={() => setAsking(true)}>
          {t('confirm.decline')}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={t('confirm.declineTitle')}
          action={t('confirm.decline')}
          busy={busy !== null}
          onConfirm={() => void decline()}
          onClose={() => setAsking(false)}
        >
          <p>{t('confirm.declineText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
