import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { DeskAnswer, DeskBody } from '#contract/desk-calls.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { addressOf, call } from '../../api/call.ts'
import { signedOut, useAction } from '../../api/use-desk.ts'
import { type Done, doneAfterFailure, remember } from './undo-list.ts'

export type Item = NonNullable<DeskAnswer<'reviewNext'>['item']>
export type Counts = DeskAnswer<'reviewNext'>['counts']
export type Decision = DeskBody<'reviewDecide'>['decision']

type Step =
  | { readonly kind: 'decide'; readonly decision: Decision }
  | { readonly kind: 'skip' }
  | { readonly kind: 'undo' }

type State = {
  /** The receipt on the screen, followed by the preloaded next one. */
  readonly items: readonly Item[]
  readonly counts: Counts | null
  /** Sequence number of the call that returned `counts`. */
  readonly countedBy: number
  readonly done: readonly Done[]
  /**
   * True while a step is being saved. This is not the mutation's `isPending`, which ends one render after the next
   * receipt appears, so that a key pressed in between would be lost.
   */
  readonly isBusy: boolean
  /** True if the queue had no other receipt for this tab. */
  readonly isAll: boolean
  /** True if the last attempt to load a receipt failed. The next step or the person triggers another attempt. */
  readonly isStuck: boolean
  /**
   * True if the receipt on the screen was returned to the queue, because the server received no heartbeat from this tab
   * for too long.
   */
  readonly isLost: boolean
}

const unknown = { isAll: false, isStuck: false, isLost: false }
const empty: State = { items: [], counts: null, countedBy: 0, done: [], isBusy: false, ...unknown }
const HELD = 2
const HEARTBEAT_MS = MINUTE_MS

/**
 * State of a review session in a single tab. The next receipt is preloaded, so that it appears immediately after a
 * decision. A failed step does not change anything, because each step is saved before the next receipt appears.
 */
export function useReview() {
  const [tab] = useState(() => crypto.randomUUID())
  const [state, show] = useState(empty)
  // Calls need the latest state, even before React has rendered it.
  const latest = useRef(state)
  const update = useCallback((change: (old: State) => State) => {
    latest.current = change(latest.current)
    show(latest.current)
  }, [])
  const calls = useRef(0)

  const fill = useAction({
    async mutationFn() {
      const sentAs = ++calls.current
      return {
        ...(await call('reviewNext', { body: { tab, holding: latest.current.items.map(idOf) } })),
        sentAs,
      }
    },
    onSuccess: ({ item, counts, sentAs }) => update(old => withNext(counted(old, counts, sentAs), item)),
    onError: () => update(old => ({ ...old, isStuck: true })),
    onSettled: () => more(),
  })
  const { mutate: load } = fill
  const more: () => void = useCallback(() => {
    if (needsMore(latest.current)) load()
  }, [load])

  const step = useAction({
    onMutate: () => update(old => ({ ...old, isBusy: true })),
    async mutationFn(given: Step) {
      const sentAs = ++calls.current
      return { ...(await take(tab, given, latest.current)), sentAs }
    },
    onSuccess({ counts, change, sentAs }) {
      update(old => ({ ...change(counted(old, counts, sentAs)), isBusy: false, ...unknown }))
      more()
    },
    onError(error, { kind }) {
      update(({ done, ...old }) => ({
        ...old,
        done: kind === 'undo' ? doneAfterFailure(done, error) : done,
        isBusy: false,
      }))
    },
  })

  useEffect(more, [more])
  useLeases(tab, { latest, calls, update })

  const isBare = state.items.length === 0
  return {
    item: state.items[0] ?? null,
    counts: state.counts,
    canUndo: state.done.length > 0,
    isBusy: state.isBusy,
    isLoading: isBare && needsMore(state),
    isLost: state.isLost,
    error: step.error ?? (isBare && state.isStuck ? fill.error : null),
    decide: (decision: Decision) => step.mutate({ kind: 'decide', decision }),
    skip: () => step.mutate({ kind: 'skip' }),
    undo: () => step.mutate({ kind: 'undo' }),
    /** Looks for receipts again after an empty queue or a failed step. */
    again: () => {
      step.reset()
      update(old => ({ ...old, items: [], ...unknown }))
      more()
    },
  }
}

const needsMore = ({ items, isAll, isStuck, isLost }: State): boolean =>
  items.length < HELD && !isAll && !isStuck && !isLost

const idOf = (item: Item): string => item.receiptId

/** Ignores older counts, because answers can arrive out of order. */
const counted = (state: State, counts: Counts, sentAs: number): State =>
  sentAs < state.countedBy ? state : { ...state, counts, countedBy: sentAs }

function withNext(state: State, item: Item | null): State {
  if (!item || state.items.some(one => one.receiptId === item.receiptId)) return { ...state, isAll: true }
  return { ...state, items: [...state.items, item] }
}

type Leases = {
  readonly latest: { readonly current: State }
  readonly calls: { current: number }
  readonly update: (change: (old: State) => State) => void
}

/** Keeps receipts assigned to the tab while it is open; returns them to the queue when it closes. */
function useLeases(tab: string, { latest, calls, update }: Leases): void {
  const client = useQueryClient()
  useEffect(() => {
    const beat = () => {
      const asked = latest.current.items
      const sentAs = ++calls.current
      void call('reviewHeartbeat', { body: { tab } })
        .then(({ receiptIds, counts }) => {
          const lost = asked.filter(one => !receiptIds.includes(one.receiptId))
          update(old => withoutLost(counted(old, counts, sentAs), lost))
        })
        .catch(error => signedOut(client, error))
    }
    const timer = setInterval(beat, HEARTBEAT_MS)
    const release = () =>
      void fetch(addressOf('reviewRelease'), {
        method: 'POST',
        keepalive: true,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ tab }),
      }).catch(() => undefined)
    addEventListener('pagehide', release)
    return () => {
      clearInterval(timer)
      removeEventListener('pagehide', release)
      release()
    }
  }, [tab, client, latest, calls, update])
}

/**
 * Removes lost receipts. Compares objects instead of ids, because a receipt that was decided and undone during the
 * heartbeat is assigned to the tab again.
 */
function withoutLost(state: State, lost: readonly Item[]): State {
  const [shown] = state.items
  return {
    ...state,
    items: state.items.filter(one => !lost.includes(one)),
    isLost: state.isLost || (shown !== undefined && lost.includes(shown)),
  }
}

type Taken = { readonly counts: Counts; readonly change: (state: State) => State }

async function take(tab: string, step: Step, { items, done }: State): Promise<Taken> {
  const [item] = items
  const last = done.at(-1)
  if (step.kind === 'undo') {
    if (!last) throw new Error('There is no step to undo')
    return undo(tab, last)
  }
  if (!item) throw new Error('There is no receipt to decide')
  const { receiptId, version } = item
  const without = (state: State, done: Done): State => ({
    ...state,
    items: state.items.filter(one => one !== item),
    done: remember(state.done, done),
  })
  if (step.kind === 'skip') {
    const { counts } = await call('reviewSkip', { body: { tab, receiptId } })
    return { counts, change: state => without(state, { kind: 'skipped', receiptId }) }
  }
  const body = { tab, receiptId, version, decision: step.decision }
  const { counts, ...decided } = await call('reviewDecide', { body })
  return { counts, change: state => without(state, { kind: 'decided', ...decided }) }
}

async function undo(tab: string, last: Done): Promise<Taken> {
  const { receiptId } = last
  const { item, counts } =
    last.kind === 'decided'
      ? await call('reviewUndo', { body: { tab, receiptId, version: last.version } })
      : await call('reviewUndoSkip', { body: { tab, receiptId } })
  return {
    counts,
    change: state => ({
      ...state,
      items: item ? [item, ...state.items] : state.items,
      done: state.done.slice(0, -1),
    }),
  }
}
