import { expect, test } from 'vitest'
import { claimsOf } from '#emulator/tokens/jwt.ts'
import { emulated, get, LIFF_ID, locationOf, ORIGIN } from './kit.ts'

test('inside LINE the app opens at its endpoint with credentials in the hash', async () => {
  const { emulator } = await emulated()
  const to = locationOf(await get(emulator, `https://liff.line.me/${LIFF_ID}`))
  expect(to.origin + to.pathname + to.search).toBe(`${ORIGIN}/`)
  const hash = new URLSearchParams(to.hash.slice(1))
  expect(hash.get('client_id')).toBe('2000000001')
  expect(claimsOf(hash.get('context_token') ?? '')).toMatchObject({
    type: 'utou',
    liffId: LIFF_ID,
    endpointUrl: `${ORIGIN}/`,
    permanentLinkPattern: 'concat',
    viewType: 'full',
    availability: { shareTargetPicker: { permission: true, minVer: '10.3.0' } },
  })
})

test('puts everything after the LIFF id into liff.state, after the endpoint’s own query', async () => {
  const { emulator } = await emulated({ endpointUrl: 'https://app.example.com/c/?k=1' })
  const to = locationOf(await get(emulator, `https://liff.line.me/${LIFF_ID}/receipt/3?a=1#h`))
  expect(to.search).toBe('?k=1&liff.state=%2Freceipt%2F3%3Fa%3D1%23h')
})

test('redirects other browsers to the endpoint without credentials', async () => {
  const { emulator } = await emulated({ scenario: 'not-in-client' })
  const to = locationOf(await get(emulator, `https://liff.line.me/${LIFF_ID}/receipt`))
  expect(to.href).toBe(`${ORIGIN}/?liff.state=%2Freceipt`)
})

test('LINE’s in-app browser opens a LIFF link in the LIFF browser', async () => {
  const { emulator } = await emulated({ scenario: 'in-app-browser' })
  expect(locationOf(await get(emulator, `https://liff.line.me/${LIFF_ID}`)).hash).toContain('access_token=')
  expect(emulator.scenario().environment.kind).toBe('liff')
})

test('the context token is ASCII, because the SDK decodes it with atob', async () => {
  const { emulator } = await emulated()
  const apps = emulator.scenario().apps.map(app => ({ ...app, context: { note: 'ภาษาไทย 🎉' } }))
  emulator.control.patch({ apps })
  const answer = await get(emulator, `https://api.line.me/liff/v2/apps/${LIFF_ID}/contextToken`)
  const { contextToken } = (await answer.json()) as { contextToken: string }
  const part = (contextToken.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
  expect(JSON.parse(atob(part))).toMatchObject({ note: 'ภาษาไทย 🎉' })
})

test('an unknown LIFF id gets an error page that names the known ones', async () => {
  const { emulator } = await emulated()
  const page = await get(emulator, 'https://liff.line.me/1234567890-Unknown0')
  expect(page.status).toBe(404)
  expect(await page.text()).toContain(LIFF_ID)
})

test('the app gets the scenario’s availability and context', async () => {
  const { emulator } = await emulated({ scenario: 'open-chat' })
  const { availability } = emulator.scenario().apps[0] ?? {}
  const apps = emulator.scenario().apps.map(app => ({ ...app, availability: { ...availability, iap: null } }))
  emulator.control.patch({ apps })
  const answer = await get(emulator, `https://api.line.me/liff/v2/apps/${LIFF_ID}/contextToken`)
  const context = claimsOf(((await answer.json()) as { contextToken: string }).contextToken)
  expect(context).toMatchObject({
    type: 'square_chat',
    liffId: LIFF_ID,
    permanentLinkPattern: 'concat',
    scope: ['profile', 'chat_message.write', 'openid', 'email'],
    availability: { shareTargetPicker: { permission: true } },
    menuColorSetting: { adaptableColorSchemes: ['light'] },
  })
  expect(context).not.toHaveProperty('utouId')
  expect(context?.availability).not.toHaveProperty('iap')
})
