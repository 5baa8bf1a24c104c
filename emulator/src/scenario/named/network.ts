import type { NamedScenario } from './named-scenario.ts'

export const NETWORK_SCENARIOS: readonly NamedScenario[] = [
  {
    name: 'offline',
    title: 'Offline',
    description: 'The phone has no network: every connection breaks, to LINE and to the app’s own server.',
    patch: { network: { kind: 'offline' } },
  },
  {
    name: 'slow',
    title: 'Slow network',
    description: 'Every answer comes two seconds late.',
    patch: { network: { kind: 'slow' } },
  },
  {
    name: 'lie-fi',
    title: 'Lie-fi',
    description: 'The phone says it is connected, and no answer ever comes.',
    patch: { network: { kind: 'lie-fi' } },
  },
  {
    name: 'flaky',
    title: 'Lost replies',
    description: 'Every third request is done by LINE, but its answer is lost on the way.',
    patch: { network: { kind: 'flaky' } },
  },
]
