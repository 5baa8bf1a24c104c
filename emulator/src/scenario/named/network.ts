import type { NamedScenario } from './named-scenario.ts'

export const NETWORK_SCENARIOS = [
  {
    name: 'offline',
    title: 'Offline',
    description: 'The phone has no network: every connection to LINE and to the app’s server fails.',
    patch: { network: { kind: 'offline' } },
  },
  {
    name: 'slow',
    title: 'Slow network',
    description: 'Every response arrives two seconds late.',
    patch: { network: { kind: 'slow' } },
  },
  {
    name: 'lie-fi',
    title: 'Lie-fi',
    description: 'The phone reports a connection, but no response ever arrives.',
    patch: { network: { kind: 'lie-fi' } },
  },
  {
    name: 'flaky',
    title: 'Lost replies',
    description: 'LINE processes every request, but every third response is lost on the way.',
    patch: { network: { kind: 'flaky' } },
  },
] as const satisfies readonly NamedScenario[]
