import { createHash } from 'node:crypto'
import { createLiffEmulator, type EmulatorOptions, type LiffEmulator } from '#emulator/index.ts'

export const LIFF_ID = '2000000001-Campaign'
export const CHANNEL_ID = '2000000001'
export const ORIGIN = 'http://localhost:4000'
const VERIFIER = 'a-verifier-of-forty-three-characters-000000'

export async function emulated(options: EmulatorOptions = {}) {
  const clock = { now: Date.parse('2026-02-03T04:05:06Z') }
  const emulator = await createLiffEmulator({ clock: () => clock.now, ...options })
  return { emulator, clock }
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

export function get(emulator: LiffEmulator, url: string, token?: string): Promise<Response> {
  return emulator.handle(new Request(url, token ? { headers: { authorization: `Bearer ${token}` } } : {}))
}

export function post(emulator: LiffEmulator, url: string, body: Record<string, string>): Promise<Response> {
  return emulator.handle(new Request(url, { method: 'POST', body: new URLSearchParams(body) }))
}

export function locationOf(response: Response): URL {
  return new URL(response.headers.get('location') ?? '')
}

/** Returns the URL of the login page as the SDK requests it. */
export function authorizeUrl(change: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    app_id: LIFF_ID,
    state: 'abcdefghijkl',
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: challengeOf(VERIFIER),
    liff_sdk_version: '2.26.1',
    ...change,
  })
  return `https://access.line.me/liff/v1/authorize?${query}`
}

export function exchange(
  emulator: LiffEmulator,
  code: string,
  change: Record<string, string> = {},
): Promise<Response> {
  return post(emulator, 'https://api.line.me/oauth2/v2.1/token', {
    grant_type: 'authorization_code',
    client_id: CHANNEL_ID,
    appId: LIFF_ID,
    code,
    code_verifier: VERIFIER,
    redirect_uri: `${ORIGIN}/`,
    id_token_key_type: 'JWK',
    ...change,
  })
}

export async function codeOf(emulator: LiffEmulator): Promise<string> {
  return locationOf(await get(emulator, authorizeUrl())).searchParams.get('code') ?? ''
}

export function local(
  emulator: LiffEmulator,
  path: string,
  init: RequestInit = {},
): Promise<Response | null> {
  return emulator.emulatorFetch(new Request(new URL(path, ORIGIN), init))
}

export async function control(emulator: LiffEmulator, method: string, name: string, body?: unknown) {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const response = await local(emulator, `/__emulator/api/${name}`, init)
  if (response === null) throw new Error('the emulator did not answer')
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}
