import { createHash } from 'node:crypto'
import { createLiffEmulator, type EmulatorOptions } from '#emulator/index.ts'
import { startProxy } from '#emulator/proxy/start.ts'
import { atTestEnd } from '#tests/kit/test-end.ts'
import { startServer } from '../cli/kit.ts'
import { CHANNEL_ID, LIFF_ID } from './kit.ts'

export const SECRET = '0123456789abcdef0123456789abcdef'
export const CALLBACK = 'https://shop.example.com/auth/callback'
export const VERIFIER = 'a-web-verifier-of-forty-three-characters-00'
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

/** The app that the tests use: its LINE Login channel has a secret and one callback URL. */
const APP = {
  ...{ liffId: LIFF_ID, name: 'Shop', channelSecret: SECRET, callbackUrls: [CALLBACK] },
  officialAccount: { id: '@shop', name: 'Shop' },
}

export type Tokens = {
  readonly access_token: string
  readonly refresh_token: string
  readonly id_token: string
  readonly expires_in: number
  readonly scope: string
}

/** Starts the emulated LINE on its own port, with a clock that the test sets. */
export async function webLine(options: EmulatorOptions = {}) {
  const clock = { now: Date.parse('2026-02-03T04:05:06Z') }
  const emulator = await createLiffEmulator({ clock: () => clock.now, apps: [APP], ...options })
  const app = await startServer((incoming, outgoing) => void outgoing.end(incoming.url))
  const running = await startProxy({ emulator, app: app.url })
  atTestEnd(async () => {
    await running.close()
    await app.close()
  })

  /** Sends a request to a LINE URL without following redirects. */
  const line = (url: string, init: RequestInit = {}) =>
    fetch(url.replace('https://', `${running.url}/__line/`), { redirect: 'manual', ...init })
  const authorizeUrl = (change: Record<string, string | null> = {}) => {
    const url = new URL('https://access.line.me/oauth2/v2.1/authorize')
    const query = {
      ...{ response_type: 'code', client_id: CHANNEL_ID, redirect_uri: CALLBACK },
      ...{ state: 'the-state', scope: 'profile openid', nonce: 'the-nonce' },
      ...change,
    }
    for (const [name, value] of Object.entries(query)) if (value !== null) url.searchParams.set(name, value)
    return url.href
  }
  /** Opens LINE's login as a browser does, or submits one of its pages if `form` is given. */
  const authorize = (change: Record<string, string | null> = {}, form?: [string, string][]) =>
    line(authorizeUrl(change), form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) })
  const token = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    line('https://api.line.me/oauth2/v2.1/token', {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields),
    })
  const exchange = (code: string, change: Record<string, string> = {}) =>
    token({
      ...{ grant_type: 'authorization_code', code, redirect_uri: CALLBACK },
      ...{ client_id: CHANNEL_ID, client_secret: SECRET, ...change },
    })
  /** Signs the user in without a screen, and returns the query of the callback. */
  const callback = async (change: Record<string, string | null> = {}) => queryOf(await authorize(change))
  const login = async (change: Record<string, string | null> = {}, secret = SECRET) => {
    const { code = '' } = await callback(change)
    return (await (await exchange(code, { client_secret: secret })).json()) as Tokens
  }
  const withBearer = (url: string, bearer: string, init: RequestInit = {}) =>
    line(url, { ...init, headers: { authorization: `Bearer ${bearer}` } })
  const urls = { url: running.url, appUrl: app.url }
  return { emulator, clock, ...urls, line, authorize, token, exchange, callback, login, withBearer }
}

export function queryOf(response: Response): Record<string, string> {
  const location = response.headers.get('location')
  if (response.status !== 302 || location === null) throw new Error(`No redirect: ${response.status}`)
  return Object.fromEntries(new URL(location, CALLBACK).searchParams)
}

export function hiddenFields(html: string): [string, string][] {
  return [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
    ([, name = '', value = '']) => [name, value],
  )
}
