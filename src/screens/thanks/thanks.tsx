import { type ReactNode, useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { useApp } from '#src/app-context.ts'
import { answerTexts } from '#src/i18n/th/answers.ts'
import { resultTexts } from '#src/i18n/th/result.ts'
import { writeTexts } from '#src/i18n/th/writes.ts'
import { latestValue } from '#src/state/resource.ts'
import type { JobView } from '#src/state/types.ts'
import { Celebrate } from '#src/ui/art/celebrate.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { failureText } from '#src/ui/failure.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { Lead, MessagePage } from '#src/ui/page.tsx'
import { resultView } from '#src/ui/result/result-view.ts'
import { useArriveBy } from '#src/ui/use-arrive-by.ts'
import { useElapsed } from '#src/ui/use-elapsed.ts'
import { useLoaded } from '#src/ui/use-load.ts'
import { useText } from '#src/ui/use-text.ts'
import { type Known, writeStatus } from '#src/ui/write-status.ts'
import css from './thanks.module.css'
import { ThanksActions } from './thanks-actions.tsx'

const kinds = ['receipt', 'answer', 'confirm'] as const
const texts = { ...answerTexts, ...writeTexts, ...resultTexts }

/** After this many milliseconds, the screen reports that it cannot read the phone's database. */
const SLOW_MS = 5000

/** Shows the state of a receipt, an answer or a confirmation (`?sent=`) by following its job (`&job=`). */
export default function Thanks() {
  const query = new URLSearchParams(useSearch())
  const kind = kinds.find(one => one === query.get('sent')) ?? null
  const id = query.get('job')
  const { receipts } = useApp()
  const known = useFollowedWrite(id)
  const isDisputed = useIsDisputed(known, id)
  const lost = typeof known === 'string' && kind === 'receipt'
  useEffect(() => {
    // The server's history may list a receipt that is no longer on this phone.
    if (lost) void receipts.load()
  }, [receipts, lost])
  return kind === null ? <ThanksOnly /> : <Followed kind={kind} known={known} isDisputed={isDisputed} />
}

function ThanksOnly() {
  const { t } = useText(answerTexts)
  return (
    <MessagePage
      picture={<Picture icon="ticket" />}
      title={t('thanks.title')}
      actions={<ThanksActions kind={null} known="unknown" />}
    />
  )
}

function Followed({
  kind,
  known,
  isDisputed,
}: {
  readonly kind: (typeof kinds)[number]
  readonly known: Known
  readonly isDisputed: boolean
}) {
  const { t } = useText(texts)
  const status = writeStatus(known)
  const arriveBy = useArriveBy()
  const deadline = typeof known === 'string' ? null : arriveBy(known)
  const actions = <ThanksActions kind={kind} known={known} />
  if (status.state === 'received') {
    if (kind === 'confirm' && typeof known !== 'string' && known.attend === true)
      return <Attending actions={actions} />
    return (
      <MessagePage
        picture={isDisputed ? <Picture icon="clock" /> : <Celebrate />}
        title={t('thanks.title')}
        actions={actions}
      >
        <Lead>{t(isDisputed ? 'thanks.disputed' : `thanks.${kind}`)}</Lead>
        <YourEntries />
      </MessagePage>
    )
  }
  const { progress = null, failure = null } = typeof known === 'string' ? {} : known
  const percent = status.state === 'sending' && progress !== null ? Math.round(progress * 100) : null
  return (
    <MessagePage
      picture={<Picture icon={status.icon} bad={status.tone === 'bad'} />}
      title={percent === null ? t(status.title) : t('status.sendingPercent', { percent })}
      actions={actions}
    >
      {status.state === 'refused' && failure !== null && (
        <p className={css.reason}>{failureText(t, failure)}</p>
      )}
      {status.state === 'checking' ? <Checking /> : <Lead>{t(status.text)}</Lead>}
      {deadline !== null && <p>{deadline}</p>}
    </MessagePage>
  )
}

function Attending({ actions }: { readonly actions: ReactNode }) {
  const { rewards } = useApp()
  const { t, f, lang } = useText(texts)
  useLoaded(rewards)
  // Confirming does not change the prize, so data loaded before the confirmation is sufficient.
  const { prize = null, delivery = null } = latestValue(rewards.current.value)?.luckyDraw ?? {}
  const at = { t, f, lang, now: 0, stale: false, decided: false }
  const { title, lines } = resultView({ kind: 'confirmed', prize, delivery, over: false }, at)
  return (
    <MessagePage picture={<Celebrate />} title={title} actions={actions}>
      <Lead>{t('thanks.confirm')}</Lead>
      {lines.map(line => (
        <p key={line}>{line}</p>
      ))}
    </MessagePage>
  )
}

function Checking() {
  const { t } = useText(writeTexts)
  const slow = useElapsed(true, SLOW_MS)
  return <Lead>{t(slow ? 'write.checking.slow' : 'write.checking.text')}</Lead>
}

/** Used for every state except "received", which shows a tick with confetti. */
function Picture({ icon, bad = false }: { readonly icon: IconName; readonly bad?: boolean }) {
  return (
    <span className={classNames(css.picture, bad && css.bad)}>
      <Icon name={icon} size={52} />
    </span>
  )
}

/** Keeps the write's outcome as long as the screen is open, and marks it as shown in the outbox. */
function useFollowedWrite(id: string | null): Known {
  const { outbox, receipts } = useApp()
  const [outcome, setOutcome] = useState<JobView | null>(null)
  const all = [...outbox.jobs.value, ...outbox.outcomes.value]
  const found = id === null ? null : (all.find(job => job.id === id) ?? outbox.find(id))
  useEffect(() => {
    if (found === null || found.settledAt === null || outcome?.id === found.id) return
    setOutcome(found)
    outbox.shown(found.id)
  }, [found, outcome, outbox])
  if (found !== null) return found
  if (outcome !== null && outcome.id === id) return outcome
  // The id of a new receipt is also its job's id.
  const listed = latestValue(receipts.history.value)?.find(({ receipt }) => receipt.id === id)
  if (listed !== undefined && listed.queued === null && listed.receipt.version > 0) return 'in-history'
  return outbox.loaded.value ? 'unknown' : 'not-loaded'
}

/** True if another customer has sent the same receipt number. Always false for answers and confirmations. */
function useIsDisputed(known: Known, id: string | null): boolean {
  const { receipts } = useApp()
  const subject = typeof known === 'string' ? id : known.subject
  const listed = latestValue(receipts.history.value)?.find(({ receipt }) => receipt.id === subject)
  return listed?.receipt.disputed === true
}

function YourEntries() {
  const { rewards } = useApp()
  const { t, f } = useText(resultTexts)
  useLoaded(rewards)
  const entries = latestValue(rewards.current.value)?.rights
  if (entries === undefined) return null
  return (
    <p className={css.entries}>
      <b>{t('result.entries', { count: f.number(entries.total) })}</b>
      {entries.pending > 0 && <small>{t('home.entriesPending', { count: f.number(entries.pending) })}</small>}
    </p>
  )
}
