import { expect, test } from 'vitest'
import { claimsOf } from '#emulator/tokens/jwt.ts'
import { eachTest } from '#tests/kit/each-test.ts'
import { authorizeUrl, emulated, get, LIFF_ID, locationOf } from './kit.ts'

const launch = `https://liff.line.me/${LIFF_ID}/receipt?logstate=qr`

function answer(
  emulator: Awaited<ReturnType<typeof emulated>>['emulator'],
  url: string,
  fields: [string, string][],
) {
  return emulator.handle(new Request(url, { method: 'POST', body: new URLSearchParams(fields) }))
}

const { emulator } = eachTest(() => emulated({ scenario: 'first-consent' }))

test('the first launch shows a consent page in Thai that works without scripts', async () => {
  const page = await get(emulator, launch)
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain('lang="th"')
  expect(html).toContain('อนุญาต')
  expect(html).toContain('Somying Jaidee')
  expect(html).not.toContain('<script')
})

test('opens the app with the scopes that the user ticked, and shows the consent once', async () => {
  const fields: [string, string][] = [
    ['answer', 'allow'],
    ['scope', 'profile'],
    ['scope', 'openid'],
    ['scope', 'email'],
  ]
  const back = locationOf(await answer(emulator, launch, fields))
  expect(back.searchParams.get('liff.state')).toBe('/receipt?logstate=qr')
  const token = new URLSearchParams(back.hash.slice(1)).get('access_token') ?? ''
  const verified = await get(emulator, `https://api.line.me/oauth2/v2.1/verify?access_token=${token}`)
  expect(await verified.json()).toMatchObject({ scope: 'profile openid email' })
  expect((await get(emulator, launch)).status).toBe(302)
  const missing = 'https://liff.line.me/liff/v2/incrementalAgreement/unauthorizedPermissions'
  expect(await (await get(emulator, `${missing}?liffId=${LIFF_ID}`, token)).json()).toEqual([
    'chat_message.write',
  ])
  const share = new Request('https://api.line.me/message/v3/share', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ messages: [{ type: 'text', text: 'สวัสดี' }] }),
  })
  const refused = await emulator.handle(share)
  expect([refused.status, await refused.json()]).toEqual([
    ...[403, { message: "user doesn't grant required permissions yet" }],
  ])
})

test('the ID token contains the email address only if the user granted the scope', async () => {
  const emailWith = async (...scopes: string[]) => {
    emulator.control.reset()
    const fields = scopes.map((scope): [string, string] => ['scope', scope])
    const back = locationOf(await answer(emulator, launch, [['answer', 'allow'], ...fields]))
    return claimsOf(new URLSearchParams(back.hash.slice(1)).get('id_token') ?? '')?.email
  }
  expect(await emailWith('profile', 'openid', 'email')).toBe('somying.jaidee@example.com')
  expect(await emailWith('profile', 'openid')).toBeUndefined()
})

test('adds the account as a friend only if the user ticked the box', async () => {
  await answer(emulator, launch, [['answer', 'allow']])
  const { user } = emulator.scenario()
  expect(emulator.scenario().friendships[user]).toBeUndefined()
  emulator.control.reset()
  await answer(emulator, launch, [
    ['answer', 'allow'],
    ['friend', 'add'],
  ])
  expect(emulator.scenario().friendships[user]).toBe('friend')
})

test('botPrompt "aggressive" shows the account on a separate page', async () => {
  const apps = emulator.scenario().apps.map(app => ({ ...app, botPrompt: 'aggressive' }))
  emulator.control.patch({ apps })
  const page = await answer(emulator, launch, [
    ['answer', 'allow'],
    ['scope', 'email'],
  ])
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('name="scope" value="email"')
  const done = await answer(emulator, launch, [
    ['answer', 'allow'],
    ['scope', 'email'],
    ['friend', 'skip'],
  ])
  expect(done.status).toBe(302)
})

test('after a refusal LINE returns the error that makes the SDK’s init fail', async () => {
  const back = locationOf(await answer(emulator, launch, [['answer', 'deny']]))
  expect(Object.fromEntries(back.searchParams)).toEqual({
    error: 'access_denied',
    error_description: 'The resource owner denied the request.',
    liffOAuth2Error: 'true',
  })
  expect(back.hash).toBe('')
})

test('consent-denied refuses without showing a page, inside LINE and outside', async () => {
  const { emulator } = await emulated({ scenario: 'consent-denied' })
  expect(locationOf(await get(emulator, launch)).searchParams.get('error')).toBe('access_denied')
  emulator.control.patch({ environment: { kind: 'external' } })
  const back = locationOf(await get(emulator, authorizeUrl()))
  expect(back.searchParams.get('liffOAuth2Error')).toBe('true')
  expect(back.searchParams.get('state')).toBe('abcdefghijkl')
})

test('partial-consent: the user has granted all but two scopes, inside LINE and on the consent page', async () => {
  const { emulator } = await emulated({ scenario: 'partial-consent' })
  const scopeOf = async () => {
    const back = locationOf(await get(emulator, launch))
    const token = new URLSearchParams(back.hash.slice(1)).get('access_token') ?? ''
    return (await get(emulator, `https://api.line.me/oauth2/v2.1/verify?access_token=${token}`)).json()
  }
  expect(await scopeOf()).toMatchObject({ scope: 'profile openid' })
  emulator.control.patch({ consent: { initially: 'none', answer: 'allow' } })
  expect(await scopeOf()).toMatchObject({ scope: 'profile openid' })
  expect(emulator.control.patch({ consent: { refused: ['profile'] } })).toMatchObject({
    ok: false,
    problem: {
      path: 'consent.refused.0',
      message: expect.stringContaining('"chat_message.write" | "email"'),
    },
  })
  expect(emulator.control.patch({ device: { bridge: 'slow' } })).toMatchObject({
    ok: false,
    problem: { path: 'device.bridge', message: expect.stringContaining('"answers" | "silent"') },
  })
})
