import { computed, createModel, effect } from '@preact/signals-core'
import type { Activity } from '#contract/schema/master.ts'
import { momentOf } from '#contract/time.ts'
import { ACTIVITY_TIMEOUT_MS } from '#src/startup/limits.ts'
import { createRemote, type RemotePorts } from './remote.ts'
import { latestValue } from './resource.ts'
import type { CampaignModel } from './types.ts'

/** The campaign's activity (open or closed) and the server's clock. */
export const Campaign = createModel((ports: RemotePorts): CampaignModel => {
  const remote = createRemote(ports, {
    route: 'activity',
    name: 'activity',
    timeout: ACTIVITY_TIMEOUT_MS,
    from: (activity: Activity) => activity,
  })
  /** How far the server's clock is ahead of this phone's, in milliseconds. */
  let serverAhead = 0
  effect(() => {
    const { value } = remote.current
    if (value.state === 'ready') serverAhead = momentOf(value.value.serverTime) - value.at
  })
  return {
    current: remote.current,
    load: remote.load,
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
  }
})
