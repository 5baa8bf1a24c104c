import { useEffect, useRef, useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { writeTexts } from '#src/i18n/th/writes.ts'
import type { JobView } from '#src/state/types.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { CardList, Page } from '#src/ui/page.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useElapsed } from '#src/ui/use-elapsed.ts'
import { useLoaded } from '#src/ui/use-load.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './outbox.module.css'
import { OutboxItem } from './outbox-item.tsx'
import { Summary } from './summary.tsx'
import { Unreadable } from './unreadable.tsx'

/** After this many milliseconds, the screen reports that it cannot read the phone's database. */
const SLOW_MS = 5000

/** Jobs that need a decision come first, then queued jobs and the outcomes of earlier ones. */
export default function OutboxScreen() {
  const { outbox, answers, master } = useApp()
  const { t } = useText(writeTexts)
  const loaded = outbox.loaded.value
  const slow = useElapsed(!loaded, SLOW_MS)
  const jobs = outbox.jobs.value
  const refused = jobs.filter(job => job.state === 'refused')
  const waiting = jobs.filter(job => job.state !== 'refused')
  const settled = useShownOutcomes()
  const unreadable = outbox.unreadable.value
  const hasAnswer = jobs.some(job => job.answer !== null)
  useLoaded(master)
  useEffect(() => {
    // A queued answer can be changed only if its question is still open.
    if (hasAnswer) void answers.question.load()
  }, [answers, hasAnswer])
  const isEmpty = jobs.length + settled.length + unreadable === 0
  return (
    <Page title={t('outbox.title')}>
      {!loaded &&
        (slow ? <Notice live severity="warning" title={t('outbox.notLoaded')} /> : <SkeletonList />)}
      {refused.length > 0 && <Section title={t('outbox.needsYou')} jobs={refused} />}
      {waiting.length > 0 && (
        <>
          <Summary jobs={waiting} />
          <Section title={t('outbox.waiting', { count: waiting.length })} jobs={waiting} />
        </>
      )}
      {unreadable > 0 && <Unreadable count={unreadable} />}
      {settled.length > 0 && <Section title={t('outbox.settled')} jobs={settled} />}
      {loaded && isEmpty && (
        <EmptyState
          title={t('outbox.empty')}
          text={t('outbox.emptyText')}
          action={
            <ButtonLink kind="secondary" href="/receiptHistory">
              {t('history.title')}
            </ButtonLink>
          }
        />
      )}
      <LastSent />
      <Support />
    </Page>
  )
}

/** Returns the outcomes, newest first, and marks them as shown when the screen closes. */
function useShownOutcomes(): readonly JobView[] {
  const { outbox } = useApp()
  const outcomes = outbox.outcomes.value
  const shown = useRef(outcomes)
  useEffect(() => {
    shown.current = outcomes
  }, [outcomes])
  useEffect(
    () => () => {
      for (const { id } of shown.current) outbox.shown(id)
    },
    [outbox],
  )
  return [...outcomes].sort((a, b) => (b.settledAt ?? 0) - (a.settledAt ?? 0))
}

function Section({ title, jobs }: { readonly title: string; readonly jobs: readonly JobView[] }) {
  return (
    <section>
      <h2 className={css.heading}>{title}</h2>
      <CardList>
        {jobs.map(job => (
          <OutboxItem key={job.id} job={job} />
        ))}
      </CardList>
    </section>
  )
}

function LastSent() {
  const { outbox } = useApp()
  const { t, f } = useText(writeTexts)
  const at = outbox.lastSentAt.value
  return at === null ? null : <p className={css.quiet}>{t('outbox.lastSent', { time: f.dateTime(at) })}</p>
}

/** The latest state changes of the outbox, which a customer can read out to support. */
function Support() {
  const { outbox } = useApp()
  const { t, f } = useText(writeTexts)
  const [open, setOpen] = useState(false)
  const changes = open ? [...outbox.transitions()].reverse() : []
  return (
    <details className={css.support} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{t('outbox.support')}</summary>
      <p>{t('outbox.supportText')}</p>
      <ol>
        {changes.map(({ at, job, from, to, on, why }) => (
          <li key={`${at} ${job} ${from} ${to}`}>
            {f.dateTime(at)} {job.slice(-6)} {from} → {to} ({why === null ? on : `${on}, ${why}`})
          </li>
        ))}
      </ol>
    </details>
  )
}
