import type { Reward } from '#contract/schema/reward.ts'
import { useApp } from '#src/app-context.ts'
import { resultTexts } from '#src/i18n/th/result.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { writeTexts } from '#src/i18n/th/writes.ts'
import { Confetti } from '#src/ui/art/confetti.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { AddressStep } from '#src/ui/customer-form/address-step.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { wonTitle } from '#src/ui/result/result-view.ts'
import { SignInButton } from '#src/ui/sign-in-button.tsx'
import { useText } from '#src/ui/use-text.ts'
import { writeStatus } from '#src/ui/write-status.ts'
import { Cancelled } from './cancelled.tsx'
import css from './confirm.module.css'
import { DeclineLink, DeclineStep } from './decline-step.tsx'
import { PrizeTicket } from './prize-ticket.tsx'
import { useDecision } from './use-decision.ts'

const texts = { ...rewardTexts, ...writeTexts, ...resultTexts }

export function Won({
  draw,
  isDeclining,
}: {
  readonly draw: Reward['luckyDraw']
  readonly isDeclining: boolean
}) {
  const { outbox } = useApp()
  const { t, f, lang } = useText(texts)
  const { busy, queued, failure, decide } = useDecision()
  const job = outbox.jobs.value.find(({ route }) => route === 'confirmConcert')
  // `draw` is updated a moment after the server has received the job, and `queued` covers this gap. Another tab may
  // have deleted the job.
  const decided = queued !== null && outbox.find(queued)?.state !== 'withdrawn'
  const waiting = job === undefined ? decided : job.state !== 'refused'
  const shownFailure = failure ?? (job?.state === 'refused' ? job.failure : null)
  const confirmBy = draw.confirmBy === null ? null : Date.parse(draw.confirmBy)

  const isCancelled = draw.prize?.event?.cancelled === true
  // The dialog stays open until its job is queued or sent.
  if (isDeclining && (!waiting || busy === 'decline'))
    return <DeclineStep prize={draw.prize} failure={shownFailure} busy={busy} decide={decide} />
  return (
    <>
      {!waiting && !isCancelled && <Confetti />}
      <PrizeTicket title={wonTitle(null, { t, lang })} draw={draw} />
      {isCancelled && <Cancelled isTitled />}
      {shownFailure && <FailureNotice failure={shownFailure} />}
      {waiting ? (
        <Notice
          live
          severity="warning"
          title={t('confirm.notFinal')}
          action={
            <>
              {job?.waitsFor === 'sign-in' && <SignInButton small />}
              <ButtonLink small kind="secondary" href="/outbox">
                {t('outbox.open')}
              </ButtonLink>
            </>
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
                onSubmit={address => void decide(true, address)}
              />
            ) : (
              <Button wide icon="check" busy={busy === 'attend'} onClick={() => void decide(true)}>
                {t('confirm.attend')}
              </Button>
            )}
            <DeclineLink />
          </div>
        </>
      )}
    </>
  )
}
