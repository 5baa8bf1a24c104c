import { useState } from 'react'
import { useLocation } from 'wouter'
import type { PostalAddress } from '#contract/schema/customer.ts'
import type { Reward } from '#contract/schema/reward.ts'
import { useApp } from '#src/app-context.ts'
import { resultTexts } from '#src/i18n/th/result.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { writeTexts } from '#src/i18n/th/writes.ts'
import type { Failure } from '#src/ports.ts'
import { Confetti } from '#src/ui/art/confetti.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { AddressStep } from '#src/ui/customer-form/address-step.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { wonTitle } from '#src/ui/result/result-view.ts'
import { useIsMounted } from '#src/ui/use-is-mounted.ts'
import { useText } from '#src/ui/use-text.ts'
import { thanksPath } from '#src/ui/write-paths.ts'
import { writeStatus } from '#src/ui/write-status.ts'
import css from './confirm.module.css'
import { Decline } from './decline.tsx'
import { PrizeTicket } from './prize-ticket.tsx'

const texts = { ...rewardTexts, ...writeTexts, ...resultTexts }

/**
 * Shows a prize that the customer has won and can confirm or decline until the deadline. While the customer's
 * decision is queued, it can still be refused.
 */
export function Won({ draw }: { readonly draw: Reward['luckyDraw'] }) {
  const { rewards, toasts, outbox, drafts } = useApp()
  const { t, f, lang } = useText(texts)
  const [, navigate] = useLocation()
  const isMounted = useIsMounted()
  const [busy, setBusy] = useState<'attend' | 'decline' | null>(null)
  const [asking, setAsking] = useState(false)
  const [queued, setQueued] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const job = outbox.jobs.value.find(({ route }) => route === 'confirmConcert')
  // After the server has received the job, the new state in `draw` arrives a moment later. `queued` covers
  // this gap. Another tab may have deleted the job.
  const decided = queued !== null && outbox.find(queued)?.state !== 'withdrawn'
  const waiting = job === undefined ? decided : job.state !== 'refused'
  const shownFailure = failure ?? (job?.state === 'refused' ? job.failure : null)
  const confirmBy = draw.confirmBy === null ? null : Date.parse(draw.confirmBy)

  async function answer(attend: boolean, address?: PostalAddress) {
    setFailure(null)
    setBusy(attend ? 'attend' : 'decline')
    const result = await rewards.confirm(attend, address)
    setBusy(null)
    setAsking(false)
    if (result.state === 'queued' || result.state === 'received') drafts.write('address', null)
    switch (result.state) {
      case 'refused':
        setFailure(result.failure)
        return void rewards.load()
      case 'unsaved':
        return toasts.show('error', t('receipt.unsaved'))
      case 'queued':
        return setQueued(result.id)
      case 'gone':
        return void rewards.load()
      case 'received':
        if (attend && isMounted()) return navigate(thanksPath('confirm', result), { replace: true })
        // The new state of the draw shows the customer that it was received.
        if (result.id !== null) outbox.shown(result.id)
        return void rewards.load()
    }
  }

  return (
    <>
      {!waiting && <Confetti />}
      <PrizeTicket title={wonTitle(null, { t, lang })} prize={draw.prize} />
      {shownFailure && <FailureNotice failure={shownFailure} />}
      {waiting ? (
        <Notice
          live
          severity="warning"
          title={t('confirm.notFinal')}
          action={
            <ButtonLink small kind="secondary" href="/outbox">
              {t('outbox.open')}
            </ButtonLink>
          }
        >
          <p>{t('confirm.queued')}</p>
          {job && <p>{t(writeStatus(job).text)}</p>}
        </Notice>
      ) : (
        <>
          {confirmBy !== null && (
            <div className={css.deadline}>
              <p className={css.by}>{t('confirm.by', { time: f.dateTime(confirmBy) })}</p>
              <Countdown large until={confirmBy} />
            </div>
          )}
          <div className={css.buttons}>
            {draw.prize?.delivery === 'shipped' ? (
              <AddressStep
                label={t('ship.confirm')}
                busy={busy === 'attend'}
                onSubmit={address => void answer(true, address)}
              />
            ) : (
              <Button wide icon="check" busy={busy === 'attend'} onClick={() => void answer(true)}>
                {t('confirm.attend')}
              </Button>
            )}
            <Button wide kind="quiet" disabled={busy !== null} onClick={() => setAsking(true)}>
              {t('confirm.decline')}
            </Button>
          </div>
        </>
      )}
      {asking && (
        <Decline
          busy={busy === 'decline'}
          onDecline={() => void answer(false)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
