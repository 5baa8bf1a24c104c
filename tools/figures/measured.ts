/** Code of the desk and the command line, which customers' calls do not run. */
const organiser = ['contract/desk', 'server/desk', 'server/exports', 'server/cli']
const whole = ['server', 'contract', 'campaign']
const server = [...whole, ...organiser.map(path => `:(exclude)${path}`)]
const app = [
  ...['src', 'sw', 'contract', 'campaign', 'build', 'index.html', 'public', 'vite.config.ts'],
  ':(exclude)contract/desk',
]
const line = ['emulator/src']
const visit = [...app, ...server, ...line, 'tests/bench/app']
const tickets = [...whole, 'tests/kit/big-campaign.ts']

/**
 * Git pathspecs per command: the measured files, and those that do the measuring. A command with options has its own
 * row only if it measures something different; otherwise, the longest row that is its prefix applies.
 */
export const measured: Readonly<Record<string, readonly string[]>> = {
  'npm run bench': [...visit, 'tests/bench/literal', 'tests/bench/link', 'tests/bench/lighthouse'],
  'npm run bench -- --counts': [...visit, 'tests/bench/literal'],
  'npm run bench -- --first': [...visit, 'tests/bench/literal'],
  'npm run bench -- --links': [...visit, 'tests/bench/literal', 'tests/bench/link'],
  'npm run bench -- --tasks': [...visit, 'tests/bench/literal'],
  'npm run bench -- --times': [...visit, 'tests/bench/literal', 'tests/bench/lighthouse'],
  'npm run bench:server': [
    ...server,
    ...['log-writes', 'load', 'variant'].map(name => `tests/bench/server/${name}.ts`),
  ],
  'npm run bench:visits': [
    ...server,
    ...['visits', 'visit-server'].map(name => `tests/bench/server/${name}.ts`),
  ],
  'npm run bench:outage': [...server, 'tests/bench/server/outage.ts', 'tests/kit/outage.ts'],
  'npm run bench:messages': [
    ...[...server, ...line],
    ...['tests/bench/server/messages.ts', 'tests/kit/kill-run'],
  ],
  'npm run bench:campaign': [...tickets, 'tests/bench/server/campaign.ts', 'tests/kit/verify-draw.mjs'],
  'npm run bench:desk': [...tickets, 'tests/bench/server/desk.ts'],
  'npm run bench:door': [
    ...[...whole, 'desk/pages/scan', 'desk/api'],
    ...['tests/bench/server/door.ts', 'tests/kit/fake-camera.ts'],
  ],
  'npm run bench:draw': [
    ...whole,
    ...['draw', 'draw-desk', 'draw-server'].map(name => `tests/bench/server/${name}.ts`),
    'tests/kit/many-tickets.ts',
  ],
  'npm run bench:duplicates': ['server/images/fingerprint', 'tests/bench/duplicates'],
  'npm run bench:line': [...line, 'tests/bench/line', 'emulator/tests/kit/line-load.ts'],
  'npm run crash': [...server, 'tests/bench/server/crash.ts', 'tests/kit/crash.ts'],
  'npm run chaos': [...app, ...server, 'tools/chaos.ts', 'tests/kit/chaos', 'tests/kit/ledger-server.ts'],
  'npm run conformance': [...line, 'emulator/tests/conformance', 'tests/conformance', 'tools/conformance.ts'],
  'npx size-limit': [...app, '.size-limit.mjs'],
  'npx vitest run tests/unit/outbox/model-full.test.ts': [
    'tests/model',
    'tests/unit/outbox/model-full.test.ts',
  ],
}

export function rowOf(command: string): string | null {
  const rows = Object.keys(measured).filter(row => command === row || command.startsWith(`${row} `))
  return rows.toSorted((a, b) => b.length - a.length)[0] ?? null
}
