import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ServerDeps } from '#server/deps.ts'
import { lineUserOf, type Prepared, prepareStore } from '#tests/kit/prepared.ts'
import { readOptions } from '#tools/options.ts'
import { storesOf } from './stores.ts'

/**
 * `npm run bench:visits [-- --rounds 5 --ms 4000 --connections 64 --customers 6000 --store sqlite]`: makes whole visits
 * to production's server, in turn with the separate calls and with the visit call, on the same machine. Prints the CPU
 * milliseconds of the server's process per visit; 1000 divided by this is the number of visits per second and core. On
 * PostgreSQL, this does not include the database's own CPU time.
 */
const { values, whole } = readOptions('npm run bench:visits', {
  rounds: { type: 'string', default: '5' },
  ms: { type: 'string', default: '4000' },
  connections: { type: 'string', default: '64' },
  customers: { type: 'string', default: '6000' },
  store: { type: 'string' },
})
const rounds = whole('rounds')
const ms = whole('ms')
const connections = whole('connections')
const count = whole('customers')

type Customer = {
  readonly customerId: string
  readonly userId: string
  readonly idToken: string
  token: string
}
type Server = {
  readonly url: string
  readonly cpuMs: () => Promise<number>
  readonly stop: () => Promise<void>
}

const profile = { lineDisplayName: 'มะลิ', linePictureUrl: null }
let addresses = 0
let events = Math.floor(Math.random() * 2 ** 40)

function firstLogs() {
  const event = () => {
    events += 1
    const eventId = `01930000-0000-7000-8000-${events.toString(16).padStart(12, '0')}`
    return { eventId, at: new Date().toISOString() }
  }
  return [
    { kind: 'pageview', ...event(), path: '/' },
    { kind: 'state', ...event(), state: '', os: 'ios' },
  ]
}

type Ask = (
  method: string,
  path: string,
  more?: { body?: BodyInit; type?: string; token?: string },
) => Promise<unknown>

function asker(url: string): Ask {
  return async (method, path, { body, type, token } = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        // Each call comes from a different address, as behind a carrier's network.
        'X-Forwarded-For': `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses++ & 255}`,
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(type === undefined ? {} : { 'Content-Type': type }),
      },
      ...(body === undefined ? {} : { body }),
    })
    const answer: unknown = await response.json()
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }
}

const json = (value: unknown) => ({ body: JSON.stringify(value), type: 'application/json' })

/** The calls of a visit to home, in the order in which the app makes them. */
const visits: Record<string, (ask: Ask, customer: Customer) => Promise<unknown>> = {
  async separate(ask, { userId, idToken }) {
    const body = new URLSearchParams({ lineUserId: userId, idToken })
    const login = ask('POST', '/api/authorization/login', { body })
    const [session] = await Promise.all([login, ask('GET', '/api/master/activity')])
    const { accessToken: token } = session as { accessToken: string }
    await ask('POST', '/api/customer', { ...json({ lineUserId: userId, ...profile }), token })
    return Promise.all([
      ask('GET', '/api/customer', { token }),
      ask('GET', '/api/reward', { token }),
      ask('GET', '/api/receipt/customerHistory?limit=50', { token }),
      ask('POST', '/api/log/batch', { ...json({ events: firstLogs() }), token }),
    ])
  },
  'visit call, signs in': (ask, { userId, idToken }) =>
    Promise.all([
      ask('GET', '/api/master/activity'),
      ask('POST', '/api/visit', json({ lineUserId: userId, idToken, ...profile, events: firstLogs() })),
    ]),
  'visit call, with a session': (ask, { userId, token }) =>
    Promise.all([
      ask('GET', '/api/master/activity'),
      ask('POST', '/api/visit', { ...json({ lineUserId: userId, ...profile, events: firstLogs() }), token }),
    ]),
}

async function start(store: Prepared): Promise<Server & { readonly customers: readonly Customer[] }> {
  const { PATH = '' } = process.env
  const child: ChildProcess = fork(fileURLToPath(new URL('visit-server.ts', import.meta.url)), [], {
    execArgv: ['--import', 'tsx'],
    env: { PATH, LOG_LEVEL: 'error', TRUST_PROXY: '1', BENCH_CUSTOMERS: String(count), ...store.env },
  })
  const ended = once(child, 'exit')
  const answer = async <T>(): Promise<T> => {
    const [message] = await Promise.race([once(child, 'message'), ended])
    if (typeof message !== 'object') throw new Error('the server has exited')
    return message as T
  }
  const { port, idTokens } = await answer<{ port: number; idTokens: readonly string[] }>()
  return {
    url: `http://127.0.0.1:${port}`,
    customers: store.customers.map(({ customerId, token }, n) => ({
      customerId,
      token,
      userId: lineUserOf(customerId),
      idToken: idTokens[n] ?? '',
    })),
    async cpuMs() {
      const coming = answer<{ cpuMs: number }>()
      child.send('figures')
      return (await coming).cpuMs
    },
    async stop() {
      child.disconnect()
      await ended
    },
  }
}

async function load(ms: number, visit: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + ms
  let made = 0
  const drive = async () => {
    while (performance.now() < end) {
      await visit()
      made += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, drive))
  return made
}

const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0

async function measure(dialect: ServerDeps['dialect']) {
  const store = await prepareStore(dialect, count)
  const found = new Map(
    Object.keys(visits).map(name => [name, { cpuMs: [] as number[], perSecond: [] as number[] }]),
  )
  try {
    const server = await start(store)
    const ask = asker(server.url)
    for (let at = 0; at < count; at += connections)
      await Promise.all(
        server.customers
          .slice(at, at + connections)
          .map(({ token }) => ask('POST', '/api/reward', { ...json({}), token })),
      )
    let turn = 0
    for (let round = -1; round < rounds; round++)
      for (const [name, visit] of Object.entries(visits)) {
        const before = await server.cpuMs()
        const begun = performance.now()
        const made = await load(ms, () => {
          const customer = server.customers[turn++ % count]
          if (!customer) throw new Error('the list of customers is empty')
          return visit(ask, customer)
        })
        const seconds = (performance.now() - begun) / 1000
        const after = await server.cpuMs()
        // Round -1 only warms up the server, so its result is dropped.
        if (round < 0) continue
        found.get(name)?.cpuMs.push((after - before) / made)
        found.get(name)?.perSecond.push(made / seconds)
      }
    await server.stop()
  } finally {
    await store.drop()
  }
  return found
}

for (const dialect of await storesOf(values.store)) {
  const found = await measure(dialect)
  console.log(`\n${dialect}, ${connections} connections, ${rounds} rounds of ${ms} ms, medians`)
  console.table(
    Object.fromEntries(
      [...found].map(([name, { cpuMs, perSecond }]) => [
        name,
        {
          'CPU ms/visit': Number(median(cpuMs).toFixed(2)),
          'visits/s and core': Math.round(1000 / median(cpuMs)),
          'visits/s here': Math.round(median(perSecond)),
        },
      ]),
    ),
  )
}
