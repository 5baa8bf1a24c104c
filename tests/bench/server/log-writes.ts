import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { ServerDeps } from '#server/deps.ts'
import { type Prepared, prepareStore } from '#tests/kit/prepared.ts'
import { readOptions } from '#tools/options.ts'
import { type Stretch, stretch } from './load.ts'
import { storesOf } from './stores.ts'

/**
 * `npm run bench:server [-- --rounds 5 --ms 3000 --connections 512 --customers 5000 --store sqlite --json FILE]`: sends
 * page views in turn to the server, to a variant with one commit per call, and to a variant without a database, all on
 * the same machine. Only the ratios matter: other load on the machine slows all three down equally. Exits with 1 if a
 * goal is missed with 500 connections or more.
 */
const { values, whole } = readOptions('npm run bench:server', {
  rounds: { type: 'string', default: '5' },
  ms: { type: 'string', default: '3000' },
  connections: { type: 'string', default: '512' },
  customers: { type: 'string', default: '5000' },
  store: { type: 'string' },
  json: { type: 'string' },
})
const rounds = whole('rounds')
const load = { ms: whole('ms'), connections: whole('connections') }
const customers = whole('customers')

const goals = { sqlite: { ofNone: 0.45, ofSingle: 5 }, postgres: { ofNone: 0.6, ofSingle: 2.5 } } as const
/** A batch contains the calls that arrived during the last commit, so fewer connections cannot reach the goals. */
const GOAL_CONNECTIONS = 500
const variants = ['none', 'batched', 'single'] as const
type Variant = (typeof variants)[number]

type Figures = { readonly rss: number; readonly cpuMs: number }
type Running = {
  readonly port: number
  readonly figures: () => Promise<Figures>
  readonly stop: () => Promise<void>
}

async function start(variant: Variant, store: Prepared): Promise<Running> {
  const { PATH = '' } = process.env
  const child: ChildProcess = fork(fileURLToPath(new URL('variant.ts', import.meta.url)), [variant], {
    execArgv: ['--import', 'tsx'],
    env: { PATH, LOG_LEVEL: 'error', BENCH_CUSTOMERS: String(customers), ...store.env },
  })
  const ended = once(child, 'exit')
  const answer = async <T>(): Promise<T> => {
    const [message] = await Promise.race([once(child, 'message'), ended])
    if (typeof message !== 'object') throw new Error(`the server "${variant}" has exited`)
    return message as T
  }
  const { port } = await answer<{ port: number }>()
  return {
    port,
    async figures() {
      const coming = answer<Figures>()
      child.send('figures')
      return coming
    },
    async stop() {
      child.disconnect()
      await ended
    },
  }
}

type Round = Stretch & { readonly cpuMsPerCall: number; readonly rssMb: number }

const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))

async function measure(dialect: ServerDeps['dialect']) {
  const store = await prepareStore(dialect, customers)
  const running: Partial<Record<Variant, Running>> = {}
  const found: Record<Variant, Round[]> = { none: [], batched: [], single: [] }
  try {
    for (const variant of variants) running[variant] = await start(variant, store)
    for (let round = -1; round < rounds; round++) {
      for (const variant of variants) {
        const server = running[variant]
        if (!server) continue
        const before = await server.figures()
        const result = await stretch(server.port, store.customers, load)
        const after = await server.figures()
        if (result.refused > 0) throw new Error(`${variant}: ${result.refused} calls were refused`)
        const cpuMsPerCall = (after.cpuMs - before.cpuMs) / result.answered
        // Round -1 only warms up the servers, so its result is dropped.
        if (round >= 0) found[variant].push({ ...result, cpuMsPerCall, rssMb: after.rss / 2 ** 20 })
      }
    }
  } finally {
    for (const variant of variants) await running[variant]?.stop()
    await store.drop()
  }
  const ratio = (other: Variant) =>
    median(found.batched.map((one, round) => one.perSecond / (found[other][round]?.perSecond ?? 1)))
  return { dialect, found, ofNone: rounded(ratio('none'), 2), ofSingle: rounded(ratio('single'), 1) }
}

const results = []
for (const dialect of await storesOf(values.store)) {
  const result = await measure(dialect)
  results.push(result)
  console.log(`\n${dialect}, ${load.connections} connections, ${rounds} rounds of ${load.ms} ms, medians`)
  console.table(
    Object.fromEntries(
      variants.map(variant => {
        const of = (key: keyof Round) => median(result.found[variant].map(one => one[key]))
        return [
          variant,
          {
            'calls/s': Math.round(of('perSecond')),
            'p50 ms': rounded(of('p50'), 1),
            'p99 ms': rounded(of('p99'), 1),
            'CPU ms/call': rounded(of('cpuMsPerCall'), 3),
            'memory MB': Math.round(of('rssMb')),
          },
        ]
      }),
    ),
  )
  const goal = goals[dialect]
  console.log(`batched / none    ${result.ofNone}   goal ${goal.ofNone}`)
  console.log(`batched / single  ${result.ofSingle}   goal ${goal.ofSingle}`)
  const isMissed = result.ofNone < goal.ofNone || result.ofSingle < goal.ofSingle
  if (isMissed && load.connections >= GOAL_CONNECTIONS) process.exitCode = 1
}
if (values.json) await writeFile(values.json, `${JSON.stringify({ load, rounds, results }, null, 2)}\n`)
