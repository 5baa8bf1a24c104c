import { isRecent } from '#contract/recent.ts'
import { VERDICT_MAX_AGE_MS } from '#src/startup/limits.ts'
import type { Obstacle } from '#src/startup/obstacle.ts'
import { campaignClosed, initialRedirect, interrupted, withCommandsFirst } from '#src/startup/outcomes.ts'
import { earlyCommands, emptyBuffer } from '#src/startup/reorder-buffer.ts'
import type { Next, StartupState, Verdict } from '#src/startup/types.ts'

/** Steps 1 to 3 of spec S4's startup. */

/** Opens the app from the cache immediately if the campaign was open at the last check. */
export function begin(state: StartupState, now: number): Next {
  const { cached, launch } = state.facts
  const verdict = fresh(state.facts.verdict, now)
  const next = { ...state, run: state.run + 1, step: 'activity' as const, unreached: null, line: null }
  const early = earlyCommands(state, now)
  const open =
    cached !== null && verdict !== null && !verdict.ended && !verdict.pending && !launch.hasSdkParameters
  if (!open) return { state: next, commands: [{ do: 'fetch-activity' }, ...early] }
  const { customerId } = cached
  return {
    state: { ...next, entered: true, phase: { kind: 'ready', customerId, online: false } },
    commands: [
      { do: 'open-cached', customerId },
      ...initialRedirect(state),
      { do: 'fetch-activity' },
      ...early,
    ],
  }
}

export function again(state: StartupState): Next {
  return {
    state: {
      ...state,
      run: state.run + 1,
      step: 'activity',
      unreached: null,
      line: null,
      buffer: emptyBuffer,
    },
    commands: [{ do: 'fetch-activity' }],
  }
}

export function onActivity(state: StartupState, verdict: Verdict): Next {
  const next = { ...state, facts: { ...state.facts, verdict } }
  return withCommandsFirst([{ do: 'store-verdict', verdict }], gate(next, verdict))
}

/** Without a recent verdict, the campaign may have ended, so the app does not open even for a cached customer. */
export function onActivityFailed(state: StartupState, unreached: Obstacle, now: number): Next {
  const verdict = fresh(state.facts.verdict, now)
  const next = { ...state, unreached }
  if (verdict !== null) return gate(next, verdict)
  const { facts } = next
  const ended = interrupted({ ...next, facts: { ...facts, cached: null } }, unreached)
  return { ...ended, state: { ...ended.state, facts } }
}

function gate(state: StartupState, verdict: Verdict): Next {
  if (verdict.ended) return campaignClosed(state, 'ended')
  if (verdict.pending) return campaignClosed(state, 'pending')
  return { state: { ...state, step: 'init' }, commands: [{ do: 'init-line' }] }
}

function fresh(verdict: Verdict | null, now: number): Verdict | null {
  return verdict !== null && isRecent(verdict.at, now, VERDICT_MAX_AGE_MS) ? verdict : null
}
