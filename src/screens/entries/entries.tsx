import { useEffect, useRef, useState } from 'react'
import type { Answer } from '#contract/calls.ts'
import type { TicketGroup } from '#contract/schema/ticket.ts'
import { useApp } from '#src/app-context.ts'
import { ticketTexts } from '#src/i18n/th/tickets.ts'
import type { Failure } from '#src/ports.ts'
import { isMissing, isPending, latestValue } from '#src/state/resource.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { FailureNotice, failureText } from '#src/ui/failure.tsx'
import { NotOffered } from '#src/ui/not-offered.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { CardList, Page } from '#src/ui/page.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useBusy } from '#src/ui/use-busy.ts'
import { useLoaded } from '#src/ui/use-load.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './entries.module.css'
import { EntryGroup } from './entry-group.tsx'

export default function Entries() {
  const { campaign, rewards, toasts } = useApp()
  const { t, f } = useText(ticketTexts)
  useLoaded(rewards.tickets)
  useLoaded(rewards)
  const resource = rewards.tickets.current.value
  const list = latestValue(resource)
  useLoadAgain(list?.total)
  const older = useOlderGroups(list, failure => toasts.show('error', failureText(t, failure)))
  if (isMissing(resource))
    return (
      <Page title={t('tickets.title')}>
        <NotOffered />
      </Page>
    )
  const open = campaign.state.value === 'open'
  const groups = [...(list?.groups ?? []), ...older.groups]
  return (
    <Page title={t('tickets.title')}>
      {list !== null && <Total list={list} />}
      {list?.sealed && <Notice severity="info" title={t('tickets.sealed')} />}
      {resource.state === 'failed' && (
        <FailureNotice
          failure={resource.failure}
          title={resource.at === null ? undefined : t('tickets.asOf', { time: f.dateTime(resource.at) })}
          onRetry={() => void rewards.tickets.load()}
        />
      )}
      {isPending(resource) && <SkeletonList />}
      {list !== null && groups.length === 0 && (
        <EmptyState
          title={t('tickets.empty')}
          {...(open ? { text: t('tickets.emptyText') } : {})}
          action={open && <ButtonLink href="/receipt">{t('home.send')}</ButtonLink>}
        />
      )}
      {groups.length > 0 && (
        <section>
          <h2 className={css.heading}>{t('tickets.list')}</h2>
          <CardList>
            {groups.map(group => (
              <EntryGroup key={`${group.source}/${group.id}`} group={group} />
            ))}
          </CardList>
        </section>
      )}
      {older.next !== null && (
        <Button kind="secondary" busy={older.busy} onClick={older.load}>
          {t('tickets.more')}
        </Button>
      )}
    </Page>
  )
}

/** Reloads only once per total: entries may be added while the list loads, or the list may be newer than the total. */
function useLoadAgain(listed: number | undefined): void {
  const { rewards } = useApp()
  const total = latestValue(rewards.current.value)?.rights.total
  const loadedFor = useRef<number | null>(null)
  useEffect(() => {
    if (total === undefined || listed === undefined || listed === total || loadedFor.current === total) return
    loadedFor.current = total
    void rewards.tickets.load()
  }, [rewards, total, listed])
}

/** Shows the total, including entries on pages not loaded. */
function Total({ list }: { readonly list: Answer<'rewardTickets'> }) {
  const { rewards } = useApp()
  const { t, f } = useText(ticketTexts)
  const pending = latestValue(rewards.current.value)?.rights.pending ?? 0
  return (
    <section className={css.total}>
      <p>{t('tickets.have')}</p>
      <p className={css.count}>
        <b>{f.number(list.total)}</b> {t('home.entriesUnit', { count: list.total })}
      </p>
      {list.total > 0 && <p className={css.explain}>{t('tickets.explain')}</p>}
      {!list.sealed && pending > 0 && (
        <ButtonLink small kind="secondary" href="/receiptHistory">
          {t('tickets.pending', { count: f.number(pending) })}
        </ButtonLink>
      )}
    </section>
  )
}

type List = Answer<'rewardTickets'>
type Older = { readonly after: List; readonly groups: readonly TicketGroup[]; readonly next: string | null }

/** Discards older pages when the first page is reloaded, because they may overlap. */
function useOlderGroups(first: List | null, onFailure: (failure: Failure) => void) {
  const { rewards } = useApp()
  const [older, setOlder] = useState<Older | null>(null)
  const [busy, during] = useBusy()
  const newest = useRef(first)
  useEffect(() => {
    newest.current = first
  }, [first])
  const current = older !== null && older.after === first ? older : null
  const groups = current?.groups ?? []
  const next = current === null ? (first?.next ?? null) : current.next
  async function load() {
    if (first === null || next === null || busy) return
    const reply = await during(rewards.olderTickets(next))
    if (!reply.ok) onFailure(reply.failure)
    else if (newest.current === first)
      setOlder({ after: first, groups: [...groups, ...reply.value.groups], next: reply.value.next })
  }
  return { groups, next, busy, load: () => void load() }
}
