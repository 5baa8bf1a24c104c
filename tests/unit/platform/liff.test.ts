import { expect, test } from 'vitest'
import { createLine, looksLikeLine, type Sdk } from '#src/platform/liff.ts'
import { LINE_TIMEOUT_MS } from '#src/startup/limits.ts'
import { LIFF, lineOf, page, refusal, sdk } from './liff-kit.ts'

test('maps an error without a code to offline and one with a code to refused', async () => {
  const lost = lineOf(sdk({ init: () => Promise.reject(new TypeError('Failed to fetch')) }))
  expect(await lost.init()).toEqual({ ok: false, kind: 'offline' })
  const refused = lineOf(sdk({ init: () => Promise.reject(refusal('INIT_FAILED', 'Invalid LIFF ID')) }))
  expect(await refused.init()).toMatchObject({
    kind: 'refused',
    code: 'INIT_FAILED',
    message: 'Invalid LIFF ID',
  })
})

test('is offline if the SDK’s script fails to load, and loads it again on the next attempt', async () => {
  let tries = 0
  const load = async () => {
    tries += 1
    if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module')
    return sdk()
  }
  const line = createLine('1-a', { sdk: load, features: async () => sdk() }, page())
  expect(await line.init()).toEqual({ ok: false, kind: 'offline' })
  expect(await line.init()).toEqual({ ok: true, value: undefined })
  expect(await line.init()).toEqual({ ok: true, value: undefined })
  expect(tries).toBe(2)
})

test('runs init once for concurrent callers', async () => {
  let inits = 0
  const line = lineOf(
    sdk({
      init: async () => {
        inits += 1
      },
    }),
  )
  await Promise.all([line.init(), line.init()])
  await line.init()
  expect(inits).toBe(1)
})

test('reports a stuck init until it finishes', async () => {
  let now = 0
  let end: (() => void) | null = null
  const line = lineOf(
    sdk({
      init: () =>
        new Promise(resolve => {
          end = resolve
        }),
    }),
    page(),
    () => now,
  )
  expect(line.initIsStuck()).toBe(false)
  const init = line.init()
  now = 1000
  expect(line.initIsStuck()).toBe(false)
  now = LINE_TIMEOUT_MS
  expect(line.initIsStuck()).toBe(true)
  // The customer has set the clock back.
  now = -LINE_TIMEOUT_MS
  expect(line.initIsStuck()).toBe(true)
  await expect.poll(() => end).not.toBeNull()
  ;(end as (() => void) | null)?.()
  await init
  expect(line.initIsStuck()).toBe(false)
})

test.each(['UNKNOWN', '429', '500', 'server_error', 'temporarily_unavailable', 'too_many_requests'])(
  'LINE’s %s is no answer to the question',
  async code => {
    const line = lineOf(sdk({ init: () => Promise.reject(refusal(code, 'x')) }))
    expect(await line.init()).toEqual({ ok: false, kind: 'unavailable', code, message: 'x' })
  },
)

test('uses the user agent and the launch hash before the SDK has loaded', () => {
  const line = lineOf(sdk())
  expect(line.inClient()).toBe(true)
  expect(line.loggedIn()).toBe(false)
  expect(line.os()).toBe('android')
  expect(line.language()).toBe('th-TH')
  expect(line.available('scan')).toBe(false)
  expect(line.claims()).toBeNull()
})

test('detects LIFF by the SDK’s own rule', () => {
  expect(looksLikeLine(LIFF, '')).toBe(true)
  expect(looksLikeLine('… Line/14.11.0/IAB', '')).toBe(false)
  expect(looksLikeLine('… Line/14.11.0/IAB', '#access_token=x')).toBe(true)
  expect(looksLikeLine('Mozilla/5.0 Chrome/131', '#access_token=x')).toBe(false)
})

test('returns null for a missing name or picture, and no claims without openid', async () => {
  const bare = lineOf(sdk({ getDecodedIDToken: () => ({ sub: 'U1', exp: 12 }) }))
  await bare.init()
  expect(bare.claims()).toEqual({ sub: 'U1', name: null, picture: null, exp: 12 })
  const none = lineOf(sdk({ getDecodedIDToken: () => null, getIDToken: () => null }))
  await none.init()
  expect(none.claims()).toBeNull()
  expect(none.idToken()).toBeNull()
})

test('reports a feature as unavailable, also if the SDK throws', async () => {
  const line = lineOf(sdk())
  await line.init()
  expect(line.available('scan')).toBe(true)
  expect(line.available('share')).toBe(false)
  const throwing = lineOf(
    sdk({
      isApiAvailable: () => {
        throw refusal('INVALID_ARGUMENT', 'Unexpected API name.')
      },
    }),
  )
  await throwing.init()
  expect(throwing.available('shortcut')).toBe(false)
})

test('can close the window only inside LINE and after the SDK has loaded', async () => {
  const line = lineOf(sdk())
  expect([line.inClient(), line.available('close')]).toEqual([true, false])
  await line.init()
  expect(line.available('close')).toBe(true)
  const outside = lineOf(sdk({ isInClient: () => false }))
  await outside.init()
  expect(outside.available('close')).toBe(false)
})

test('a closed share picker has not shared', async () => {
  const line = lineOf(sdk({ shareTargetPicker: async () => undefined }))
  await line.init()
  expect(await line.share([{ type: 'text', text: 'x' }])).toEqual({ ok: true, value: false })
  const done = lineOf(sdk())
  await done.init()
  expect(await done.share([{ type: 'text', text: 'x' }])).toEqual({ ok: true, value: true })
})

test('can send messages only if launched from a chat and allowed by the scope', async () => {
  const may = async (context: ReturnType<Sdk['getContext']>, inClient = true) => {
    const line = lineOf(sdk({ getContext: () => context, isInClient: () => inClient }))
    await line.init()
    return line.available('send')
  }
  const scope = ['profile', 'chat_message.write']
  expect(await may({ type: 'group', scope })).toBe(true)
  expect(await may({ type: 'external', scope })).toBe(false)
  expect(await may({ type: 'utou', scope: ['profile'] })).toBe(false)
  expect(await may({ type: 'utou', scope }, false)).toBe(false)
  expect(await may(null)).toBe(false)
})

const launched = (claims: object) => {
  const part = (value: object) =>
    btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/=+$/, '')
  return `${part({ alg: 'ES256' })}.${part(claims)}.signature`
}

test('reads claims and ID token from the launch URL before the SDK has loaded', () => {
  const token = launched({ sub: 'U1', name: 'มะลิ', exp: 12 })
  const hash = `#access_token=a&id_token=${token}&feature_token=f`
  const line = lineOf(sdk(), page({ hash: () => hash }))
  expect(line.unverifiedClaims()).toEqual({ sub: 'U1', name: 'มะลิ', picture: null, exp: 12 })
  expect(line.idToken()).toBe(token)
})

test('has no claims without both tokens, with an unreadable token, or in another browser', () => {
  const token = launched({ sub: 'U1', name: 'มะลิ', exp: 12 })
  const claimsAt = (hash: string, userAgent = LIFF) =>
    lineOf(sdk(), page({ hash: () => hash, userAgent })).unverifiedClaims()
  expect(claimsAt(`#id_token=${token}`)).toBeNull()
  expect(claimsAt('#access_token=a&id_token=x.y.z')).toBeNull()
  expect(claimsAt(`#access_token=a&id_token=${launched({ name: 'มะลิ' })}`)).toBeNull()
  expect(claimsAt(`#access_token=a&id_token=${token}`, 'Mozilla/5.0 Safari/537.36')).toBeNull()
})
