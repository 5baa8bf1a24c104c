import fc from 'fast-check'
import type { CallDefinition } from '#contract/define-call.ts'
import { pathOf } from '#contract/request.ts'
import { hostileStrings } from './hostile.ts'
import type { CallOptions } from './server.ts'

export type Wire = {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
}

const text = fc.oneof(fc.constantFrom(...hostileStrings), fc.string({ unit: 'binary', maxLength: 40 }))

const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1e308,
    0.1,
    2 ** 53,
    -(2 ** 31) - 1,
    [],
    {},
    [[]],
    ['x', 1],
  ),
  fc.constantFrom('x'.repeat(20_000), ['a'.repeat(64)].concat(Array(500).fill('b')), nested(500)),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
)

function nested(depth: number): unknown {
  let inner: unknown = 1
  for (let level = 0; level < depth; level++) inner = [inner]
  return inner
}

const names = [
  '__proto__',
  'constructor',
  'toString',
  'status',
  'customerId',
  'id',
  'at',
  '',
  'a.b',
  '$where',
  'ก',
]

const headers: Readonly<Record<string, readonly string[]>> = {
  'Content-Type': [
    'text/plain',
    'application/json; charset=tis-620',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'image/svg+xml',
    '/',
    ';',
    'application/json, application/json',
  ],
  'Content-Encoding': ['gzip', 'br', 'identity, gzip', 'x'],
  'Content-Range': [
    'bytes 0-0/1',
    'bytes 5-1/9',
    'bytes */9',
    'bytes 0-9/99999999999',
    'x',
    'bytes 0-65535/65536',
  ],
  'Idempotency-Key': ['1', 'x'.repeat(300), '00000000-0000-0000-0000-000000000000', "' or 1=1 --"],
  'If-Match': ['*', '"1"', '1', 'W/"0"', '"99999999999"', 'x', '-1'],
  'If-None-Match': ['*', '"x"', '"a", "b"', ','],
  'X-Owner': ['x', '01920000-0000-7000-8000-00000000abcd', '*'],
  Authorization: [
    'Bearer',
    'Bearer x',
    'Basic eDp5',
    `Bearer ${'A'.repeat(43)}`,
    `bearer ${'_'.repeat(9000)}`,
  ],
  Cookie: ['accessToken=x', `accessToken=${'A'.repeat(43)}`, '__proto__=1; a=b; a=c'],
  Accept: ['text/html', '*/*;q=0', 'x'],
  Range: ['bytes=0-1', 'bytes=9-1'],
  'Content-Length': ['-1', '1e3', '0', '999999999999', 'x'],
  'X-Forwarded-For': ["' or 1=1", '::1, 10.0.0.1', ','],
  'X-HTTP-Method-Override': ['DELETE', 'TRACE'],
}

/** Ways to encode a body as something other than plain, well-formed UTF-8. */
const encodings = {
  utf16: (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  latin1: (text: string) => Buffer.from(`${text}\xe9`, 'latin1'),
  'byte order mark': (text: string) => Buffer.from(`\ufeff${text}`),
  'invalid byte': (text: string) => withBytes(text, [0xff]),
  'overlong sequence': (text: string) => withBytes(text, [0xc0, 0xaf]),
  'half a sign': (text: string) => withBytes(text, [0xe0, 0xb8]),
  'a lone surrogate': (text: string) => withBytes(text, [0xed, 0xa0, 0x80]),
  'NUL byte': (text: string) => withBytes(text, [0]),
  'half an escape': (text: string) =>
    `${text.slice(0, text.length >> 1)}%\\u12${text.slice(text.length >> 1)}`,
} as const satisfies Record<string, (text: string) => Uint8Array | string>
type Encoding = keyof typeof encodings

function withBytes(text: string, bytes: readonly number[]): Uint8Array {
  const whole = Buffer.from(text)
  const middle = whole.length >> 1
  return Buffer.concat([whole.subarray(0, middle), Buffer.from(bytes), whole.subarray(middle)])
}

const index = fc.nat(40)
const kind = <const K extends string>(name: K) => fc.constant(name)

/** One arbitrary per kind of mutation, so that each run of the test applies every kind. */
export const mutations = fc.tuple(
  fc.record({ kind: kind('field'), index, value }),
  fc.record({ kind: kind('field'), index, value }),
  fc.record({ kind: kind('inside'), index, value }),
  fc.record({ kind: kind('drop'), index }),
  fc.record({ kind: kind('extra'), name: fc.oneof(fc.constantFrom(...names), text), value }),
  fc.record({ kind: kind('twice'), index }),
  fc.record({ kind: kind('whole'), value }),
  fc.record({ kind: kind('bytes'), bytes: fc.uint8Array({ maxLength: 200 }) }),
  fc.record({ kind: kind('truncated'), share: fc.double({ min: 0, max: 0.99, noNaN: true }) }),
  fc.record({ kind: kind('encoding'), as: fc.constantFrom(...(Object.keys(encodings) as Encoding[])) }),
  fc.constantFrom(...Object.keys(headers)).chain(name =>
    fc.record({
      kind: kind('header'),
      name: fc.constant(name),
      value: fc.constantFrom(...(headers[name] ?? [])),
    }),
  ),
  fc.record({ kind: kind('parameter'), text }),
  fc.record({
    kind: kind('query'),
    name: fc.constantFrom('limit', 'cursor', 'status', 'provinceId', 'x', '__proto__'),
    text,
    twice: fc.boolean(),
  }),
)

/** One way to damage a request. */
export type Mutation =
  typeof mutations extends fc.Arbitrary<infer All extends readonly unknown[]> ? All[number] : never

/** Returns the damaged request. A path parameter is damaged only if the call has one. */
export function mutateRequest(route: CallDefinition, given: CallOptions, how: Mutation): Wire {
  const params = { ...given.params }
  const [firstParameter] = Object.keys(params)
  if (how.kind === 'parameter' && firstParameter) params[firstParameter] = wellFormed(how.text)
  const query = new URLSearchParams(given.query)
  if (how.kind === 'query') {
    query.append(how.name, wellFormed(how.text))
    if (how.twice) query.append(how.name, wellFormed(how.text))
  }
  const path = `${pathOf(route, params)}${query.size > 0 ? `?${query}` : ''}`
  const headers: Record<string, string> = {
    ...(given.token ? { Authorization: `Bearer ${given.token}` } : {}),
    ...(given.key ? { 'Idempotency-Key': given.key } : {}),
    ...typeOf(route),
    ...(how.kind === 'header' ? { [how.name]: how.value } : {}),
  }
  return {
    path,
    headers,
    body: route.method === 'GET' || route.method === 'HEAD' ? null : bodyOf(route, given, how),
  }
}

/** Replaces lone surrogates, which a URL cannot contain. */
const wellFormed = (text: string): string => new TextDecoder().decode(new TextEncoder().encode(text))

function typeOf(route: CallDefinition): Record<string, string> {
  if (route.bodyKind === 'json') return { 'Content-Type': 'application/json' }
  return route.bodyKind === 'form' ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {}
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

function bodyOf(route: CallDefinition, given: CallOptions, how: Mutation): Uint8Array {
  if (how.kind === 'bytes') return how.bytes
  if (how.kind === 'whole' && route.bodyKind !== 'form') return bytesOf(JSON.stringify(how.value) ?? '')
  const whole = given.bytes ?? bytesOf(textOf(route, given, how))
  if (how.kind === 'encoding') {
    const other = encodings[how.as](Buffer.from(whole).toString())
    return typeof other === 'string' ? bytesOf(other) : other
  }
  return how.kind === 'truncated' ? whole.subarray(0, Math.floor(whole.length * how.share)) : whole
}

/** Serializes JSON and forms by hand, because a field may occur twice. */
function textOf(route: CallDefinition, given: CallOptions, how: Mutation): string {
  const fields = Object.entries((given.form ?? given.body ?? {}) as Record<string, unknown>)
  const at = 'index' in how && fields.length > 0 ? how.index % fields.length : -1
  const mutated = fields.flatMap(([name, old], index): [string, unknown][] => {
    if (index !== at) return [[name, old]]
    if (how.kind === 'drop') return []
    if (how.kind === 'twice')
      return [
        [name, old],
        [name, old],
      ]
    if (how.kind === 'inside') return [[name, mutatedInside(old, how)]]
    return [[name, how.kind === 'field' ? how.value : old]]
  })
  if (how.kind === 'extra') mutated.push([how.name, how.value])
  if (route.bodyKind === 'form') {
    const plain = (one: unknown) => wellFormed(typeof one === 'string' ? one : (JSON.stringify(one) ?? ''))
    return mutated
      .map(([name, one]) => `${encodeURIComponent(wellFormed(name))}=${encodeURIComponent(plain(one))}`)
      .join('&')
  }
  return `{${mutated.map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one) ?? 'null'}`).join(',')}}`
}

/** Replaces one of the innermost values, such as a photo in a list or a field of an event. */
function mutatedInside(old: unknown, how: { readonly index: number; readonly value: unknown }): unknown {
  if (typeof old !== 'object' || old === null) return how.value
  const names = Object.keys(old)
  const name = names[how.index % names.length]
  if (name === undefined) return how.value
  const inner = mutatedInside((old as Record<string, unknown>)[name], how)
  if (Array.isArray(old)) return old.with(Number(name), inner)
  return { ...old, [name]: inner }
}
