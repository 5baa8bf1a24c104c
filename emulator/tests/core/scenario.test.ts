import { expect, test } from 'vitest'
import { NAMED_SCENARIOS, namedScenario, parseScenario } from '#emulator/index.ts'
import { LIFF_ID } from './kit.ts'

const friend = namedScenario('friend')

test('every named scenario is complete and survives a JSON round trip', () => {
  for (const { name, title, description } of NAMED_SCENARIOS) {
    const scenario = namedScenario(name)
    expect(parseScenario(JSON.parse(JSON.stringify(scenario)))).toEqual({ ok: true, value: scenario })
    expect([title, description]).not.toContain('')
  }
  expect(new Set(NAMED_SCENARIOS.map(({ name }) => name)).size).toBe(NAMED_SCENARIOS.length)
})

test.each([
  'friend',
  'not-friend',
  'not-in-client',
  'in-app-browser',
  'expired-id-token',
  'expired-id-token-stuck',
  'first-consent',
  'consent-denied',
  'no-openid-scope',
  'revoked-access-token',
  'blocked',
  'no-linked-oa',
])('the scenario %s exists', name => expect(namedScenario(name)?.name).toBe(name))

test('the host’s own app replaces the default one in every scenario', () => {
  const apps = [{ liffId: '1234567890-AbCdEfGh', endpointUrl: 'https://app.example.com/' }]
  expect(namedScenario('no-openid-scope', { apps })?.apps[0]).toMatchObject({
    liffId: '1234567890-AbCdEfGh',
    scopes: ['profile', 'chat_message.write'],
  })
  expect(namedScenario('nonsense')).toBeNull()
})

test.each([
  [{ environment: { kind: 'moon' } }, 'environment.kind', '"liff" | "line-browser" | "external"'],
  [{ environment: { lineVersion: '14' } }, 'environment.lineVersion', '14.11.0'],
  [{ apps: [{ liffId: 'short' }] }, 'apps.0.liffId', '10 digits'],
  [{ apps: [{ liffId: LIFF_ID, scopes: ['phone'] }] }, 'apps.0.scopes.0', '"profile"'],
  [{ apps: [{ liffId: LIFF_ID }, { liffId: LIFF_ID }] }, 'apps.1.liffId', 'twice'],
  [{ apps: [] }, 'apps', '>=1'],
  [{ apps: [{ liffId: LIFF_ID, endpointUrl: '//x' }] }, 'apps.0.endpointUrl', 'URL or path'],
  [{ apps: [{ liffId: LIFF_ID, endpointUrl: 'https://' }] }, 'apps.0.endpointUrl', 'URL or path'],
  [{ user: `U${'0'.repeat(32)}` }, 'user', 'one of users'],
  [{ users: [{ userId: 'me', displayName: 'x' }] }, 'users.0.userId', '32 hexadecimal'],
  [{ tokens: { idTokenAge: -1 } }, 'tokens.idTokenAge', '>=0'],
  [{ faults: [{ pattern: '(' }] }, 'faults.0.pattern', 'regular expression'],
  [{ frendships: {} }, 'frendships', 'unknown field'],
  [{ name: undefined }, 'name', 'missing'],
])('refuses %j with an error at %s', (change, path, message) => {
  const parsed = parseScenario({ ...friend, ...change })
  expect(parsed).toEqual({ ok: false, problem: { path, message: expect.stringContaining(message) } })
})

test('a named scenario applies to the users that a project brings', () => {
  const mali = `U${'a'.repeat(32)}`
  const base = { users: [{ userId: mali, displayName: 'Mali' }], user: mali }
  expect(namedScenario('friend', base)?.friendships).toEqual({ [mali]: 'friend' })
  expect(namedScenario('not-friend', base)?.friendships).toEqual({ [mali]: 'none' })
  expect(namedScenario('first-consent', base)?.friendships).toEqual({})
  const blocked = { ...base, friendships: { [mali]: 'blocked' as const } }
  expect(namedScenario('friend', blocked)?.friendships).toEqual({ [mali]: 'blocked' })
})
