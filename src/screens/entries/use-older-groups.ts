import { useEffect, useRef, useState } from 'react'
import type { Answer } from '#contract/calls.ts'
import type { TicketGroup } from '#contract/schema/ticket.ts'
import { useApp } from '#src/app-context.ts'
import type { Failure } from '#src/ports.ts'

type List = Answer<'rewardTickets'>
type Older = { readonly after: List; readonly groups: readonly TicketGroup[]; readonly next: string | null }

/**
 * Loads the pages after the first one. Discards them when the first page is reloaded, because they may overlap with it.
 */
export function useOlderGroups(first: List | null, onFailure: (failure: Failure) => void) {
  const { rewards } = useApp()
  const [older, setOlder] = useState<Older | null>(null)
  const [busy, setBusy] = useState(false)
  const newest = useRef(first)
  useEffect(() => {
    newest.current = first
  }, [first])
  const current = older !== null && older.after === first ? older : null
  const groups = current?.groups ?? []
  const next = current === null ? (first?.next ?? null) : current.next
  async function load() {
    if (first === null || next === null || busy) return
    setBusy(true)
    const reply = await rewards.olderTickets(next)
    setBusy(false)
    if (!reply.ok) onFailure(reply.failure)
    else if (newest.current === first)
      setOlder({ after: first, groups: [...groups, ...reply.value.groups], next: reply.value.next })
  }
  return { groups, next, busy, load: () => void load() }
}
