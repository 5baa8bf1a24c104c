import { expect, test } from 'vitest'
import { claimsOf } from '#emulator/tokens/jwt.ts'
import { queryOf, type Tokens, webLine } from './web-login-kit.ts'

type Line = Awaited<ReturnType<typeof webLine>>
type Change = Parameters<Line['authorize']>[0]

/** Submits a login page, and returns the claims of the ID token. */
async function claimsAfter(line: Line, form: [string, string][], change: Change = {}) {
  const { code = '' } = queryOf(await line.authorize(change, form))
  const { id_token } = (await (await line.exchange(code)).json()) as Tokens
  return claimsOf(id_token)
}

const kindOf = async (answer: Response) => {
  if (answer.status === 302) return 'automatic'
  const html = await answer.text()
  if (html.includes('value="linesso"')) return 'sso'
  return html.includes('value="lineqr"') ? 'qr' : 'password'
}

test.each([
  ['on a phone', {}, {}, 'automatic'],
  ['on a PC', { os: 'web' }, {}, 'password'],
  ['on a phone without automatic login', {}, { disable_auto_login: 'true' }, 'password'],
  ['on an iPhone without it', { os: 'ios' }, { disable_ios_auto_login: 'true' }, 'password'],
  ['on Android without it on iOS', { os: 'android' }, { disable_ios_auto_login: 'true' }, 'automatic'],
  ['with prompt=login', {}, { prompt: 'login' }, 'password'],
  ['with a session', { webLogin: 'sso' }, {}, 'sso'],
  ['with a session and prompt=login', { webLogin: 'sso' }, { prompt: 'login' }, 'password'],
  ['with a session that is too old', { webLogin: 'sso' }, { max_age: '3600' }, 'password'],
  ['with a session that is young enough', { webLogin: 'sso' }, { max_age: '604800' }, 'sso'],
  ['with a QR code first', { webLogin: 'password' }, { initial_amr_display: 'lineqr' }, 'qr'],
] as const)('%s, LINE shows the right screen', async (_, environment, change, kind) => {
  const { authorize, emulator } = await webLine()
  expect(emulator.control.patch({ environment }).ok).toBe(true)
  expect(await kindOf(await authorize(change))).toBe(kind)
})

test('a user logs in with an email address, and afterwards with one button', async () => {
  const line = await webLine({ scenario: 'login-screen' })
  const mail: [string, string] = ['email', 'thanakorn.s@example.com']
  const first = await claimsAfter(line, [['method', 'pwd'], mail, ['password', 'x']])
  expect(first).toMatchObject({ amr: ['pwd'], name: 'Thanakorn Srisuk' })
  expect(first).not.toHaveProperty('auth_time')
  const sso = await line.authorize()
  expect(await sso.clone().text()).toContain('Thanakorn Srisuk')
  expect(await kindOf(sso)).toBe('sso')
  line.clock.now += 60_000
  const second = await claimsAfter(line, [['method', 'linesso']], { max_age: '3600' })
  expect(second).toMatchObject({ amr: ['linesso'], sub: first?.sub, auth_time: first?.iat })
})

test('an unknown email address shows the page again, and a QR code logs in the phone’s user', async () => {
  const line = await webLine({ scenario: 'login-screen' })
  const page = await line.authorize({}, [
    ['method', 'pwd'],
    ['email', 'nobody@example.com'],
  ])
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('role="alert"')
  const claims = await claimsAfter(line, [['method', 'lineqr']])
  expect(claims).toMatchObject({ amr: ['lineqr'], name: 'Somying Jaidee' })
})

test('switch_amr=false hides the other method', async () => {
  const { authorize } = await webLine({ scenario: 'login-screen' })
  const qr = 'initial_amr_display=lineqr'
  expect(await (await authorize()).text()).toContain(qr)
  expect(await (await authorize({ switch_amr: 'false' })).text()).not.toContain(qr)
})

test('LINE’s screens follow ui_locales, and otherwise the phone’s language', async () => {
  const { authorize } = await webLine({ scenario: 'login-screen' })
  const languageOf = async (ui_locales: string) =>
    /<html lang="(\w+)"/.exec(await (await authorize({ ui_locales })).text())?.[1]
  expect(await languageOf('fr-FR ja-JP th')).toBe('ja')
  expect(await languageOf('en-US')).toBe('en')
  expect(await languageOf('fr')).toBe('th')
})

test('prompt=none never shows a screen', async () => {
  const { callback, emulator } = await webLine()
  const errorOf = async (patch: object) => {
    emulator.control.reset()
    emulator.control.patch(patch)
    return (await callback({ prompt: 'none' })).error
  }
  expect(await errorOf({})).toBeUndefined()
  expect(await errorOf({ environment: { webLogin: 'sso' } })).toBeUndefined()
  expect(await errorOf({ environment: { webLogin: 'password' } })).toBe('LOGIN_REQUIRED')
  expect(await errorOf({ consent: { initially: 'none' } })).toBe('INTERACTION_REQUIRED')
})

test('another user of the phone has no session, and a snapshot keeps one', async () => {
  const line = await webLine({ scenario: 'login-screen' })
  await line.authorize({}, [['method', 'pwd']])
  const copy = await webLine({ scenario: 'login-screen' })
  await copy.emulator.import(JSON.parse(JSON.stringify(line.emulator.export())))
  expect(await kindOf(await copy.authorize())).toBe('sso')
  const [, second] = line.emulator.scenario().users
  line.emulator.control.patch({ user: second?.userId })
  expect(await kindOf(await line.authorize())).toBe('password')
})
