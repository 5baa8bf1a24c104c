import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { DeskAnswer, DeskBody } from '#contract/desk/calls.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { addressOf, call } from '../../api/call.ts'
import { signedOut } from '../../api/use-desk.ts'
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
  readonly done: readonly Done[]
}

const HEARTBEAT_MS = MINUTE_MS

/**
 * One tab's review. It holds the receipt on the screen and the next one, so that a decision shows the next receipt at once.
 * A step is saved before the next receipt appears; a step that fails leaves everything as it was.
 */
export function useReview() {
  const client = useQueryClient()
  const [tab] = useState(() => crypto.randomUUID())
  const [state, setState] = useState<State>({ items: [], counts: null, done: [] })
  const latest = useRef(state)
  latest.current = state

  const fill = useMutation({
    mutationFn: () => call('reviewNext', { body: { tab, holding: latest.current.items.map(idOf) } }),
    onSuccess: ({ item, counts }) =>
      setState(old => ({
        ...old,
        counts,
        items:
          item && !old.items.some(one => one.receiptId === item.receiptId) ? [...old.items, item] : old.items,
      })),
    onError: error => signedOut(client, error),
  })

  const step = useMutation({
    mutationFn: (given: Step) => take(tab, given, latest.current),
    onSuccess: after => {
      setState(after)
      if (after.items.length < 2) fill.mutate()
    },
    onError(error, { kind }) {
      signedOut(client, error)
      if (kind === 'undo') setState(old => ({ ...old, done: doneAfterFailure(old.done, error) }))
    },
  })

  useFilling(fill, state.items.length)
  useLeases(tab, setState)
  return {
    item: state.items[0] ?? null,
    counts: state.counts,
    canUndo: state.done.length > 0,
    isBusy: step.isPending,
    isLoading: fill.isPending && state.items.length === 0,
    error: step.error ?? (state.items.length === 0 ? fill.error : null),
    decide: (decision: Decision) => step.mutate({ kind: 'decide', decision }),
    skip: () => step.mutate({ kind: 'skip' }),
    undo: () => step.mutate({ kind: 'undo' }),
    /** Looks for receipts again, after the queue was empty or a step has failed. */
    again: () => {
      step.reset()
      setState(old => ({ ...old, items: [] }))
      fill.mutate()
    },
  }
}

const idOf = (item: Item): string => item.receiptId

/** Loads the first two receipts. */
function useFilling(fill: { readonly isSuccess: boolean; readonly mutate: () => void }, held: number): void {
  const asked = useRef(0)
  const { mutate } = fill
  useEffect(() => {
    if (asked.current < 2 && held === asked.current) {
      asked.current += 1
      mutate()
    }
  }, [held, mutate])
}

/** Keeps the tab's receipts assigned while it is open, and returns them when it closes. */
function useLeases(tab: string, setState: (change: (old: State) => State) => void): void {
  useEffect(() => {
    const beat = () =>
      void call('reviewHeartbeat', { body: { tab } })
        .then(({ receiptIds, counts }) =>
          setState(old => ({
            ...old,
            counts,
            items: old.items.filter(one => receiptIds.includes(one.receiptId)),
          })),
        )
        .catch(() => undefined)
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
  }, [tab, setState])
}

/** Makes one step and returns the state after it. Rejects if the step was not saved. */
async function take(tab: string, step: Step, state: State): Promise<State> {
  const [item, ...rest] = state.items
  if (step.kind === 'undo') return undo(tab, state)
  if (!item) return state
  const { receiptId, version } = item
  if (step.kind === 'skip') {
    const { counts } = await call('reviewSkip', { body: { tab, receiptId } })
    return { items: rest, counts, done: remember(state.done, { kind: 'skipped', receiptId }) }
  }
  const { decision } = step
  const body = { tab, receiptId, version, decision }
  const { counts, ...decided } = await call('reviewDecide', { body })
  return { items: rest, counts, done: remember(state.done, { kind: 'decided', ...decided }) }
}

async function undo(tab: string, state: State): Promise<State> {
  const last = state.done.at(-1)
  if (!last) return state
  const { receiptId } = last
  const { item, counts } =
    last.kind === 'decided'
      ? await call('reviewUndo', { body: { tab, receiptId, version: last.version } })
      : await call('reviewUndoSkip', { body: { tab, receiptId } })
  return { items: item ? [item, ...state.items] : state.items, counts, done: state.done.slice(0, -1) }
}
