import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createHeadlessLiff } from '#emulator/headless/create-headless-liff.ts'
import { emulated, LIFF_ID, ORIGIN } from './kit.ts'
import { webLine } from './web-login-kit.ts'

const LAUNCH = `${ORIGIN}/__line/liff.line.me/${LIFF_ID}`

test('a page of LINE deletes the cookies in the scenario cookies-lost, and only a page', async () => {
  const { emulator } = await emulated({ scenario: 'cookies-lost' })
  const deleted = async (headers: Readonly<Record<string, string>>) => {
    const answer = await emulator.emulatorFetch(new Request(LAUNCH, { headers }))
    return answer?.headers.getSetCookie()
  }
  const cookie = 'sid=1; __Host-csrf=a=b; empty='
  const page = { cookie, 'sec-fetch-mode': 'navigate' }
  expect(await deleted(page)).toEqual([
    'sid=; Max-Age=0; Path=/',
    'sid=; Max-Age=0; Path=/; Secure',
    '__Host-csrf=; Max-Age=0; Path=/',
    '__Host-csrf=; Max-Age=0; Path=/; Secure',
    'empty=; Max-Age=0; Path=/',
    'empty=; Max-Age=0; Path=/; Secure',
  ])
  expect(await deleted({ cookie, 'sec-fetch-mode': 'cors' })).toEqual([])
  expect(await deleted({ 'sec-fetch-mode': 'navigate' })).toEqual([])
  emulator.control.patch({ environment: { cookies: 'kept' } })
  expect(await deleted(page)).toEqual([])
})

test('a server sends each of the deletions', async () => {
  const { url, emulator } = await webLine({ scenario: 'cookies-lost' })
  const deleted = async () => {
    const headers = { cookie: 'a=1; b=2', accept: 'text/html' }
    const [answer] = await once(get(`${url}/__line/liff.line.me/${LIFF_ID}`, { headers }), 'response')
    answer.resume()
    return (answer as IncomingMessage).headers['set-cookie']?.map(text => text.split('=')[0])
  }
  expect(await deleted()).toEqual(['a', 'a', 'b', 'b'])
  emulator.control.patch({ environment: { cookies: 'kept' } })
  expect(await deleted()).toBeUndefined()
})

test('a browser without its cookies has no session of LINE Login', async () => {
  const { authorize, emulator } = await webLine({ scenario: 'login-screen' })
  await authorize({}, [['method', 'pwd']])
  const asksForPassword = async () => (await (await authorize()).text()).includes('type="password"')
  expect(await asksForPassword()).toBe(false)
  emulator.control.patch({ environment: { cookies: 'lost' } })
  expect(await asksForPassword()).toBe(true)
})

test('outside LINE, the SDK signs the user out at the next opening, because the cookie with the expiry is gone', async () => {
  const { liff, completeLogin, open, patch } = await createHeadlessLiff('not-in-client')
  const reopened = async () => {
    await open()
    await liff.init({ liffId: LIFF_ID })
    return liff.isLoggedIn()
  }
  const login = async () => {
    await liff.init({ liffId: LIFF_ID })
    liff.login()
    await completeLogin()
    await liff.init({ liffId: LIFF_ID })
    expect(liff.isLoggedIn()).toBe(true)
  }
  await login()
  expect(await reopened()).toBe(true)
  patch({ environment: { cookies: 'lost' } })
  expect(await reopened()).toBe(false)
  await login()
  expect(await reopened()).toBe(false)
})
