import { createServer } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { buildPageConfig } from '#emulator/build-page-config.ts'
import { namedScenario } from '#emulator/index.ts'
import { answerNode } from '#emulator/node.ts'
import type { PageConfig } from '#emulator/page-config.ts'
import { claimsOf } from '#emulator/tokens/jwt.ts'
import { createLine } from '#emulator/world/line.ts'
import { createSigningKey } from '#emulator/world/signing-key.ts'
import { newWorld } from '#emulator/world/state.ts'
import { listen } from '#tests/kit/listen.ts'
import { authorizeUrl, emulated, LIFF_ID, local, ORIGIN } from './kit.ts'

async function configOf(scenario: string): Promise<PageConfig> {
  const key = await createSigningKey()
  const named = namedScenario(scenario)
  if (named === null) throw new Error(scenario)
  const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
  return buildPageConfig(
    createLine(newWorld(named, 's'), () => key, { clock: Date.now, random }),
    ORIGIN,
  )
}

test('does not answer requests for the app', async () => {
  const { emulator } = await emulated()
  expect(await local(emulator, '/')).toBeNull()
  expect(await local(emulator, '/api/customer')).toBeNull()
  expect(await local(emulator, '/__emulatory')).toBeNull()
})

test('answers for LINE’s hosts under /__line/, with endpoint paths on the requested origin', async () => {
  const { emulator } = await emulated()
  const launch = await emulator.emulatorFetch(
    new Request(`http://127.0.0.1:5000/__line/liff.line.me/${LIFF_ID}/x?y=1`),
  )
  expect(launch?.status).toBe(302)
  expect(launch?.headers.get('location')).toMatch(
    /^http:\/\/127\.0\.0\.1:5000\/\?liff\.state=%2Fx%3Fy%3D1#access_token=/,
  )
})

test('answers 404 for a path under /__line/ without a valid host', async () => {
  const { emulator } = await emulated()
  for (const host of ['user@api.line.me', 'user:secret@api.line.me', '@', '', '%40', 'a b'])
    expect((await local(emulator, `/__line/${host}/v2/profile`))?.status, host).toBe(404)
})

test('keeps links, forms and redirects of LINE’s pages under /__line/', async () => {
  const { emulator } = await emulated({ scenario: 'not-friend' })
  const page = await local(emulator, '/__line/line.me/R/ti/p/@campaign')
  const html = (await page?.text()) ?? ''
  expect(html).toContain(`href="/__line/liff.line.me/${LIFF_ID}"`)
  expect(html).toContain('action="/__line/line.me/R/ti/p/@campaign"')
  expect(html).not.toMatch(/(href|src|action)="https:/)
  expect(page?.headers.get('content-security-policy')).toContain("default-src 'none'")
  const body = new URLSearchParams({ answer: 'add' })
  const done = await local(emulator, '/__line/line.me/R/ti/p/@campaign', { method: 'POST', body })
  expect(done?.headers.get('location')).toBe('/__line/line.me/R/ti/p/@campaign')
})

test('the consent page posts to its own URL, including the query', async () => {
  const { emulator } = await emulated({ scenario: 'first-consent' })
  const path = authorizeUrl().replace('https://', '/__line/')
  const html = (await (await local(emulator, path))?.text()) ?? ''
  const action = /action="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
  expect(action).toBe(path)
})

test('adds the shim once, as the first script of the page', async () => {
  const { emulator } = await emulated()
  const html = '<!doctype html><html lang="th"><head data-x><script src="/app.js"></script></head></html>'
  const injected = emulator.injectShim(html)
  expect(injected).toContain('<head data-x><script src="/__emulator/shim.js"></script><script src="/app.js">')
  expect(emulator.injectShim(injected)).toBe(injected)
  expect(emulator.injectShim('<p>x')).toBe('<script src="/__emulator/shim.js"></script><p>x')
})

test('the scenario friend stores no tokens, and has the user agent of LINE on Android', async () => {
  const config = await configOf('friend')
  expect(config.seed).toBeNull()
  expect(config.userAgent).toMatch(/Android.* Line\/14\.11\.0 LIFF$/)
  expect(config.apps).toMatchObject([{ liffId: LIFF_ID, channelId: '2000000001', endpointUrl: `${ORIGIN}/` }])
})

test.each([
  ['expired-id-token', false],
  ['expired-id-token-stuck', true],
])('%s stores an expired ID token and a valid access token', async (scenario, everyLoad) => {
  const { seed } = await configOf(scenario)
  const value = (name: string) => JSON.parse(seed?.entries[`LIFF_STORE:${LIFF_ID}:${name}`] ?? 'null')
  expect(seed?.everyLoad).toBe(everyLoad)
  expect(value('decodedIDToken').exp * 1000).toBeLessThan(Date.now())
  expect(claimsOf(value('IDToken'))).toEqual(value('decodedIDToken'))
  expect(value('context').liffId).toBe(LIFF_ID)
  expect(seed?.expires[LIFF_ID]).toBeGreaterThan(Date.now())
})

test('outside LINE the user agent is a phone browser’s, and the page has no bridge', async () => {
  const config = await configOf('not-in-client')
  expect(config.userAgent).not.toContain('Line/')
  expect(config.bridge).toBeNull()
})

test('a dropped connection is really broken on node:http', async () => {
  const { emulator } = await emulated()
  const server = createServer((incoming, outgoing) => {
    void answerNode(emulator, incoming, outgoing).then(done => done || outgoing.end('the app'))
  })
  const { port } = await listen(server)
  const base = `http://127.0.0.1:${port}`
  expect(await (await fetch(`${base}/`)).text()).toBe('the app')
  const certs = `${base}/__line/api.line.me/oauth2/v2.1/certs`
  expect(await (await fetch(certs)).json()).toMatchObject({ keys: [{ kty: 'EC' }] })
  const body = new URLSearchParams({ answer: 'block' })
  const form = await fetch(`${base}/__line/line.me/R/ti/p/@campaign`, {
    method: 'POST',
    body,
    redirect: 'manual',
  })
  expect(form.status).toBe(303)
  emulator.control.addFault({ host: 'api.line.me', drop: 'before' })
  await expect(fetch(certs)).rejects.toThrow(TypeError)
  // Firefox shows a response that does not start like HTTP as the body of an HTTP/0.9 response.
  const raw = connect(port, '127.0.0.1')
  raw.end(`GET ${new URL(certs).pathname} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  expect(await text(raw)).toMatch(/^HTTP\/1\.1 /)
})
