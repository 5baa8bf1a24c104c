import { computed, createModel, effect, signal } from '@preact/signals-core'
import type { Answer } from '#contract/calls.ts'
import type { Activity } from '#contract/schema/master.ts'
import { momentOf } from '#contract/time.ts'
import { ACTIVITY_TIMEOUT_MS } from '#src/startup/limits.ts'
import { createRemote, type RemotePorts } from './remote.ts'
import { latestValue, mapResource } from './resource.ts'
import type { CampaignModel } from './types.ts'

/** Null if the server has only the switches of spec S7. */
const detailsOf = (answer: Answer<'activity'>): Activity | null => ('serverTime' in answer ? answer : null)

export const Campaign = createModel((ports: RemotePorts): CampaignModel => {
  const remote = createRemote(ports, { route: 'activity', name: 'activity', timeout: ACTIVITY_TIMEOUT_MS })
  let serverAhead = 0
  /**
   * Null until the server has responded to this page, because the phone's clock may have changed since the response was
   * cached.
   */
  const known = signal<number | null>(null)
  effect(() => {
    const { value } = remote.current
    const activity = value.state === 'ready' ? detailsOf(value.value) : null
    if (value.state !== 'ready' || activity === null) return
    serverAhead = momentOf(activity.serverTime) - value.at
    if (!value.refreshing) known.value = serverAhead
  })
  return {
    current: computed(() => mapResource(remote.current.value, detailsOf)),
    load: remote.load,
    poll: remote.poll,
    pause: remote.pause,
    accept: remote.accept,
    showCached: remote.showCached,
    state: computed(() => {
      const activity = latestValue(remote.current.value)
      if (activity === null) return 'unknown'
      if (activity.endPlatform) return 'ended'
      return activity.pendingPlatform ? 'pending' : 'open'
    }),
    serverNow: () => ports.clock.now() + serverAhead,
    clockOffset: () => serverAhead,
    serverAhead: known,
  }
})
