import { useEffect } from 'react'
import { isRecent } from '#contract/recent.ts'
import type { Reward } from '#contract/schema/reward.ts'
import { useApp } from '#src/app-context.ts'
import { type DrawResult, drawResult } from '#src/domain/draw-result.ts'
import type { Failure } from '#src/ports.ts'
import { useNow } from '#src/ui/use-now.ts'
import { usePolling } from '#src/ui/use-polling.ts'

export type KnownResult =
  | { readonly state: 'signed-out' }
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly failure: Failure; readonly retry: () => void }
  | {
      readonly state: 'known'
      readonly result: DrawResult
      readonly rights: Reward['rights'] | null
      /** The current server time and the time of the data, in milliseconds since 1970. */
      readonly now: number
      readonly at: number | null
      /** True if the server has not answered recently, so the result may have changed. */
      readonly stale: boolean
      readonly decided: boolean
    }

/** While new data is loading, cached data older than this (milliseconds) is treated as stale. */
const OLD_MS = 60_000

/**
 * Reloads the result every 30 seconds while it can change without an action by the customer: when the announcement is
 * due, and for a reserve winner. Deadlines are checked every `everyMs` milliseconds.
 */
export function useDrawResult(everyMs: number): KnownResult {
  const { rewards, session, outbox, campaign } = useApp()
  const now = useNow(everyMs)
  const signedIn = session.customerId.value !== null
  useEffect(() => {
    if (signedIn) void rewards.load()
  }, [signedIn, rewards])
  const resource = rewards.current.value
  const value = resource.state === 'ready' || resource.state === 'failed' ? resource.value : null
  const result = drawResult(value, now)
  usePolling(() => {
    const due =
      result.kind === 'waiting' && result.announceAt !== null && campaign.serverNow() >= result.announceAt
    if (signedIn && (due || result.kind === 'reserve')) void rewards.load()
  })
  const deadlinePassed = value?.luckyDraw.state === 'won' && result.kind === 'expired'
  useEffect(() => {
    if (deadlinePassed) void rewards.load()
  }, [deadlinePassed, rewards])
  if (!signedIn) return { state: 'signed-out' }
  if (resource.state === 'empty' || resource.state === 'loading') return { state: 'loading' }
  if (resource.state === 'failed' && value === null)
    return { state: 'failed', failure: resource.failure, retry: () => void rewards.load() }
  const { at } = resource
  const old = at === null || !isRecent(at, now - campaign.clockOffset(), OLD_MS)
  return {
    state: 'known',
    result,
    rights: value?.rights ?? null,
    now,
    at,
    stale: resource.state === 'failed' || (resource.refreshing && old),
    decided: outbox.jobs.value.some(job => job.route === 'confirmConcert' && job.state !== 'refused'),
  }
}
