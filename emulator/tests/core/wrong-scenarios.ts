import { namedScenario } from '#emulator/index.ts'
import { LIFF_ID } from './kit.ts'

const [first, second] = namedScenario('friend')?.users ?? []
if (!first || !second) throw new Error('the scenario friend has two users')

/** A valid scenario in which no field is missing or null, so that each field shows its type. */
export const FULL = {
  ...namedScenario('friend'),
  users: [
    {
      ...first,
      pictureUrl: 'https://profile.line-scdn.net/1',
      statusMessage: 'hi',
      email: 'mali@example.com',
    },
    second,
  ],
  apps: [
    {
      ...namedScenario('friend')?.apps[0],
      channelSecret: 'secret',
      callbackUrls: ['/callback'],
      officialAccount: { id: '@shop', name: 'Shop', pictureUrl: '/shop.png' },
      availability: {
        iap: { permission: true, minVer: '9.0.0', unsupportedFromVer: '20.0', minOsVer: '14.3' },
      },
    },
  ],
  friendships: { [first.userId]: 'friend' },
  tokens: { ...namedScenario('friend')?.tokens, scope: 'openid', channelId: '1', idTokenVariant: 'badSig' },
  consent: {
    initially: 'none',
    refused: ['email'],
    grants: { [first.userId]: { [LIFF_ID]: ['profile'] } },
    answer: 'ask',
    unauthorized: ['email'],
  },
  faults: [
    {
      ...{ id: 'one', host: 'api.line.me', path: '/v2/profile', pattern: '^api', method: 'GET', times: 2 },
      ...{ status: 503, raw: 'x', latencyMs: 5, hang: false, drop: 'after' },
    },
  ],
  network: { kind: 'flaky', latencyMs: 5, seed: 7 },
  clock: { frozenAt: 5, advanceMs: 6, skewMs: 7 },
  screens: { sharePicker: 'send', scanner: 'x', payment: 'pay', shortcut: 'add' },
  device: {
    ...{ advertisingId: 'x', products: { coin: '฿1' }, callState: {}, recordingState: {} },
    calendar: [{ title: 'x', startTime: 0, endTime: 1, isAllDay: false }],
  },
  messaging: {
    ...namedScenario('friend')?.messaging,
    monthlyLimit: 5,
    webhook: 'http://localhost:3000/webhook',
    groups: [{ id: `C${'1'.repeat(32)}`, name: 'Family', members: [first.userId] }],
  },
  app: {},
}

/** Fields that hold any JSON. */
const ANYTHING = /^(app|device\.(callState|recordingState)|apps\.0\.context)(\.|$)/
/** Fields whose names are chosen by the developer. */
const RECORD = /^(friendships|consent\.grants(\.U\w+)?|device\.products|apps\.0\.availability)$/
/** Fields for which any text is allowed. */
const ANY_TEXT =
  /^(name|title|description|faults\.0\.(id|raw)|device\.(advertisingId|products\.coin|calendar\.0\.title)|screens\.scanner|messaging\.(channelSecret|groups\.0\.name)|apps\.0\.(name|channelSecret|officialAccount\.name)|tokens\.channelId|users\.\d\.(displayName|statusMessage))$/
/** Names that every object inherits. */
const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']

type Wrong = { readonly path: string; readonly json: string; readonly message: RegExp }

/** Yields every path of a value with the value at that path. */
function* fieldsOf(value: unknown, path = ''): Generator<readonly [path: string, value: unknown]> {
  if (path !== '') yield [path, value]
  if (typeof value !== 'object' || value === null || ANYTHING.test(path)) return
  for (const [key, field] of Object.entries(value))
    yield* fieldsOf(field, path === '' ? key : `${path}.${key}`)
}

const JSONS = { string: '"\\u0000"', number: '12', boolean: 'true', object: '{}', array: '[]' }

/** Returns wrong values for a field: every other type, and values of its type that are out of range. */
function wrongValues(value: unknown, path: string): string[] {
  const type = Array.isArray(value) ? 'array' : typeof value
  const types = Object.entries(JSONS).filter(
    ([name]) => name !== type && !(name === 'string' && type === 'object'),
  )
  const others = types.map(([, json]) => json)
  if (type === 'object') return [...others, '"x"']
  if (type === 'number')
    return [
      ...others,
      '1e999',
      '-1e999',
      '1e300',
      '"5"',
      ...(/seed|skew|advance|Time$/.test(path) ? [] : ['-1']),
    ]
  if (type === 'string' && !ANY_TEXT.test(path)) return [...others, '""', '"no such value!"', '"\\u0000"']
  return others
}

/** Yields a wrong value for every field of a scenario, and unknown fields for every object. */
export function* wrongFields(): Generator<Wrong> {
  for (const [path, value] of fieldsOf(FULL)) {
    if (ANYTHING.test(path)) continue
    for (const json of wrongValues(value, path)) {
      // A seed may be any whole number, and an empty record or list may be valid.
      if (path === 'network.seed' && json === '1e300') continue
      if (path === 'tokens.scope' && json === '""') continue
      if (path === 'faults.0.path' && json === '""') continue
      if (path === 'faults.0.pattern' && json !== JSONS.number && json.startsWith('"')) continue
      yield { path, json, message: /./ }
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue
    const names = RECORD.test(path) ? PROTOTYPE_NAMES.slice(0, 3) : [...PROTOTYPE_NAMES, 'frobnicate']
    for (const name of names)
      yield {
        path: `${path}.${name}`,
        json: '{"x": 1}',
        message: RECORD.test(path) ? /allowed|expected|[Vv]alue|hexadecimal|one of/ : /Allowed: /,
      }
  }
  for (const name of [...PROTOTYPE_NAMES, 'frobnicate'])
    yield { path: name, json: '{"x": 1}', message: /Allowed: name, title/ }
  yield* [
    { path: 'user', json: `"U${'0'.repeat(32)}"`, message: /one of users \(U/ },
    { path: `friendships.U${'0'.repeat(32)}`, json: '"friend"', message: /one of users \(U/ },
    { path: `consent.grants.U${'0'.repeat(32)}`, json: '{}', message: /one of users \(U/ },
    { path: `consent.grants.${first?.userId}.1234567890-Unknown0`, json: '[]', message: /one of apps/ },
    { path: 'messaging.groups.0.members.0', json: `"U${'0'.repeat(32)}"`, message: /one of users \(U/ },
    { path: 'apps.0.scopes.0', json: '"phone"', message: /"profile" \| / },
    { path: 'consent.unauthorized.0', json: '"phone"', message: /"profile" \| / },
    { path: 'tokens.scope', json: '"openid phone"', message: /chat_message\.write/ },
    { path: 'users.1.userId', json: JSON.stringify(first?.userId), message: /twice.*unique/ },
    { path: 'apps.1', json: JSON.stringify(FULL.apps[0]), message: /twice.*unique/ },
    { path: 'faults.1', json: JSON.stringify(FULL.faults[0]), message: /twice.*unique/ },
    { path: 'faults.0.host', json: '"cdn.example.com"', message: /LINE.*app/ },
    { path: 'environment.language', json: '"th\\nX-Header: 1"', message: /a language such as/ },
    { path: 'network.latencyMs', json: '600001', message: /<=600000/ },
  ]
}

const MARK = '"@@VALUE@@"'

/** Returns the JSON of the scenario with the value at `path` replaced by any JSON text, such as 1e999. */
export function withWrong({ path, json }: Wrong): Record<string, string> {
  const whole = structuredClone(FULL) as object
  const keys = path.split('.')
  const owner = keys.slice(0, -1).reduce((at, key) => Reflect.get(at, key), whole)
  const value = { value: JSON.parse(MARK), enumerable: true, configurable: true, writable: true }
  Object.defineProperty(owner, keys.at(-1) ?? '', value)
  const text = (part: unknown) => JSON.stringify(part).replace(MARK, json)
  const [top = ''] = keys
  const changed = Object.fromEntries([[top, Object.getOwnPropertyDescriptor(whole, top)?.value]])
  return { PUT: text(whole), PATCH: text(changed) }
}
