import { expect, test } from 'vitest'
import type { LiffEmulator } from '#emulator/emulator.ts'
import { MAX_LOGGED_REQUESTS } from '#emulator/limits.ts'
import type { StoredTimeline } from '#emulator/platform/log.ts'
import { eachTest } from '#tests/kit/each-test.ts'
import { control, emulated, get } from './kit.ts'

const timelineOf = async (emulator: LiffEmulator) =>
  (await control(emulator, 'GET', 'timeline')).body as StoredTimeline

const certs = (emulator: LiffEmulator) => get(emulator, 'https://api.line.me/oauth2/v2.1/certs')
/** Sends a request that LINE refuses. */
const profile = (emulator: LiffEmulator) => get(emulator, 'https://api.line.me/v2/profile', 'no-token')

const { emulator } = eachTest(emulated)

test('the timeline has the sessions of its requests, and forgets a session with its last request', async () => {
  await certs(emulator)
  await control(emulator, 'POST', 'scenario', { name: 'not-friend' })
  await certs(emulator)
  const names = async () => (await timelineOf(emulator)).sessions.map(({ scenario }) => scenario)
  expect(await names()).toEqual(['friend', 'not-friend'])
  const { requests, sessions } = await timelineOf(emulator)
  expect(sessions[1]?.at).toBeGreaterThanOrEqual(requests[0]?.at ?? Number.NaN)
  expect(sessions[1]?.at).toBeLessThanOrEqual(requests[1]?.at ?? Number.NaN)
  await control(emulator, 'DELETE', 'requests')
  expect(await names()).toEqual(['not-friend'])
})

test('the timeline says how many requests it no longer has, and how many of them failed', async () => {
  expect((await profile(emulator)).status).toBe(401)
  for (let sent = 1; sent < MAX_LOGGED_REQUESTS; sent += 1) await certs(emulator)
  expect((await timelineOf(emulator)).dropped).toEqual({ count: 0, failures: 0 })
  await certs(emulator)
  await certs(emulator)
  const { requests, dropped } = await timelineOf(emulator)
  expect(requests).toHaveLength(MAX_LOGGED_REQUESTS)
  expect(dropped).toEqual({ count: 2, failures: 1 })
  await control(emulator, 'DELETE', 'requests')
  expect(await timelineOf(emulator)).toMatchObject({ requests: [], dropped: { count: 0, failures: 0 } })
})

test('the timeline knows on whose phone a request began, and about whose token a server asks', async () => {
  const other = 'U7c1d2e3f40516273849506a7b8c9d0e1'
  const origin = `http://line-${other.toLowerCase()}.phone.localhost:4000`
  const certsUrl = `${origin}/__line/api.line.me/oauth2/v2.1/certs`
  await emulator.emulatorFetch(new Request(certsUrl, { headers: { origin } }))
  const bridge = { type: 'closeWindow', featureToken: 't', callbackId: 'c', json: '{}' }
  const headers = { 'content-type': 'application/json', origin }
  const request = { method: 'POST', headers, body: JSON.stringify(bridge) }
  await emulator.emulatorFetch(new Request(`${origin}/__emulator/api/bridge`, request))
  const { body } = await control(emulator, 'POST', 'token', { userId: other })
  const { accessToken } = body as { accessToken: string }
  const verify = `https://api.line.me/oauth2/v2.1/verify?access_token=${accessToken}`
  await emulator.lineFetch(new Request(verify))
  await emulator.lineFetch(new Request('https://api.line.me/oauth2/v2.1/certs'))
  const users = (await timelineOf(emulator)).requests.map(({ url, userId }) => [url.split('?')[0], userId])
  expect(users).toEqual([
    ['https://api.line.me/oauth2/v2.1/certs', other],
    ['bridge:closeWindow', other],
    ['https://api.line.me/oauth2/v2.1/verify', other],
    ['https://api.line.me/oauth2/v2.1/certs', undefined],
  ])
})
