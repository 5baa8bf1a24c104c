import { expect, test } from 'vitest'
import type { LiffEmulator } from '#emulator/index.ts'
import { interferenceFor } from '#emulator/platform/faults.ts'
import { parseScenarioOrThrow } from '#emulator/scenario/parse.ts'
import { newWorld } from '#emulator/world/state.ts'
import { eachTest } from '#tests/kit/each-test.ts'
import { emulated, get, ORIGIN } from './kit.ts'

const CERTS = 'https://api.line.me/oauth2/v2.1/certs'
const MANIFEST = 'https://liffsdk.line-scdn.net/xlt/manifest.json'

const { emulator } = eachTest(emulated)

test('a fault affects only matching requests, as many times as it says', async () => {
  emulator.control.addFault({ host: 'api.line.me', path: '/oauth2/*', times: 2, status: 503 })
  expect((await get(emulator, MANIFEST)).status).toBe(200)
  expect([(await get(emulator, CERTS)).status, (await get(emulator, CERTS)).status]).toEqual([503, 503])
  expect((await get(emulator, CERTS)).status).toBe(200)
  expect(emulator.scenario().faults).toEqual([])
  expect(emulator.requests().filter(({ error }) => error?.startsWith('fault'))).toHaveLength(2)
})

test('a fault matches by pattern and method, and answers with its own body', async () => {
  emulator.control.addFault({
    id: 'a',
    pattern: 'manifest\\.json$',
    method: 'GET',
    status: 418,
    body: { message: 'tea' },
  })
  const answer = await get(emulator, MANIFEST)
  expect([answer.status, await answer.json()]).toEqual([418, { message: 'tea' }])
  expect(emulator.control.removeFault('a')).toBe(true)
  expect(emulator.control.removeFault('a')).toBe(false)
  expect((await get(emulator, MANIFEST)).status).toBe(200)
})

test('a fault without an id in the scenario also ends after its number of times', async () => {
  emulator.control.patch({ faults: [{ host: 'api.line.me', times: 1, status: 500 }, { latencyMs: 0 }] })
  expect([(await get(emulator, CERTS)).status, (await get(emulator, CERTS)).status]).toEqual([500, 200])
})

test('a dropped connection rejects with a TypeError on the app’s server, like fetch', async () => {
  emulator.control.addFault({ path: '/oauth2/v2.1/certs', drop: 'before', times: 1 })
  await expect(emulator.lineFetch(new Request(CERTS))).rejects.toThrow(TypeError)
  expect((await emulator.lineFetch(new Request(CERTS))).status).toBe(200)
  expect(emulator.requests().map(({ via, status }) => [via, status])).toEqual([
    ['server', 502],
    ['server', 200],
  ])
})

test('a fault after the request loses the answer, but LINE has made the change', async () => {
  const { emulator } = await emulated({ scenario: 'not-friend' })
  emulator.control.addFault({ host: 'line.me', method: 'POST', drop: 'after', times: 1 })
  const body = new URLSearchParams({ answer: 'add' })
  const lost = await emulator.handle(
    new Request('https://line.me/R/ti/p/@campaign', { method: 'POST', body }),
  )
  expect(lost.status).toBe(502)
  expect(emulator.scenario().friendships[emulator.scenario().user]).toBe('friend')
})

test('a hanging request gets no answer until the fault is removed', async () => {
  emulator.control.addFault({ id: 'stuck', host: 'api.line.me', hang: true })
  let settled = false
  const pending = get(emulator, CERTS).then(response => {
    settled = true
    return response
  })
  await get(emulator, MANIFEST)
  expect(settled).toBe(false)
  emulator.control.removeFault('stuck')
  expect((await pending).status).toBe(502)
})

test('the phone’s network affects requests of the phone, not of the app’s server', async () => {
  const { emulator } = await emulated({ scenario: 'offline' })
  expect((await get(emulator, CERTS)).status).toBe(502)
  expect((await emulator.lineFetch(new Request(CERTS))).status).toBe(200)
  emulator.control.loadNamed('flaky')
  const statuses = []
  for (let at = 0; at < 6; at += 1) statuses.push((await get(emulator, CERTS)).status)
  expect(statuses).toEqual([200, 200, 502, 200, 200, 502])
})

/** Sends a request from the phone to the app's own server through the emulated network. */
async function toApp(emulator: LiffEmulator): Promise<string> {
  const headers = { 'sec-fetch-site': 'same-origin' }
  return (await emulator.network(new Request(`${ORIGIN}/api/customer`, { headers }))).kind
}

test('a fault for LINE does not affect the app’s server', async () => {
  emulator.control.addFault({ status: 503 })
  expect((await get(emulator, CERTS)).status).toBe(503)
  expect(await toApp(emulator)).toBe('pass')
})

test.each([{ host: 'app' }, { pattern: '^app/' }, { pattern: 'app/' }])(
  'a fault for the app’s server (%o) does not affect LINE',
  async match => {
    const url = 'https://api.line.me/app/api/customer'
    const { status } = await get(emulator, url)
    emulator.control.addFault({ ...match, status: 503 })
    expect(await toApp(emulator)).toBe('answer')
    expect((await get(emulator, url)).status).toBe(status)
  },
)

test('a fault’s delay is added to the delay of the phone’s network', async () => {
  const network = { kind: 'slow', latencyMs: 700 } as const
  const faults = [{ host: 'api.line.me', latencyMs: 50 }]
  const world = newWorld(parseScenarioOrThrow({ ...emulator.scenario(), network, faults }), 'session')
  const latency = (via: 'phone' | 'server', url: string) =>
    interferenceFor(world, via, 'GET', new URL(url)).latencyMs
  expect([latency('phone', CERTS), latency('server', CERTS), latency('phone', MANIFEST)]).toEqual([
    750, 50, 700,
  ])
})

test('a fault for one method does not affect the others', async () => {
  emulator.control.addFault({ host: 'api.line.me', method: 'POST', status: 503 })
  expect((await get(emulator, CERTS)).status).toBe(200)
  const verify = new Request('https://api.line.me/oauth2/v2.1/verify', { method: 'POST' })
  expect((await emulator.handle(verify)).status).toBe(503)
})
