import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import type { CallDefinition } from '#contract/define-call.ts'
import { newKey, newPhoto, receiptBody, sendReceipt, uploadPhoto } from '#tests/kit/activity.ts'
import { changes, dump } from '#tests/kit/dump.ts'
import { sha256Of } from '#tests/kit/images.ts'
import { eachTest, requestOf, rowOf, testServer } from '#tests/kit/server.ts'
import { goodRequest, writes } from '#tests/kit/writes.ts'

const server = eachTest(testServer)
const a = eachTest(() => server.signIn())
const b = eachTest(() => server.signIn())

const names = Object.keys(calls) as CallName[]

test('check 11 (ASVS 8.2.2): another customer’s data gets the same response as data that does not exist', async () => {
  const bytes = newPhoto()
  const image = await uploadPhoto(server, a, bytes)
  const receipt = (await sendReceipt(server, a, { images: [image] })).body.id
  const nobodys = { id: '01920000-0000-7000-8000-00000000abcd', sha256: 'a'.repeat(64) }
  const theirs = { id: receipt, sha256: image }
  const { id: _, ...fields } = receiptBody(server, [await uploadPhoto(server, b)])
  const tried: string[] = []
  for (const name of names) {
    const route: CallDefinition = calls[name]
    if (route.auth !== 'bearer' || !route.path.includes(':') || name === 'uploadImage') continue
    tried.push(name)
    const body = name === 'updateReceipt' ? { body: fields } : {}
    const ask = (params: Record<string, string>) =>
      b.call(name, { params, headers: { 'X-Request-Id': 'same-request' }, ...body })
    const [foreign, none] = [await ask(theirs), await ask(nobodys)]
    expect([name, foreign.status, foreign.text]).toEqual([name, 404, none.text])
  }
  expect(tried.toSorted()).toEqual(['deleteReceipt', 'getImage', 'getReceipt', 'headImage', 'updateReceipt'])
  // Bodies with another customer's ids: the photo counts as missing, the receipt does not exist, and the log
  // is refused.
  const mine = receiptBody(server, [image])
  expect((await b.call('createReceipt', { body: mine })).error.error).toBe('IMAGE_MISSING')
  const taken = { ...receiptBody(server, [await uploadPhoto(server, b)]), id: receipt }
  expect((await b.call('createReceipt', { body: taken })).error.error).toBe('NOT_FOUND')
  const log = { customerId: a.customerId, path: '/' }
  expect((await b.call('logPageView', { body: log })).status).toBe(403)
  // The same bytes from another customer are stored as a separate photo.
  expect(await uploadPhoto(server, b, bytes)).toBe(sha256Of(bytes))
  const kept = await a.call('getReceipt', { params: { id: receipt } })
  expect(kept.body.version).toBe(1)
})

/** Fields that no body may set, by their names in the API and in the database. */
const privileged = {
  status: 'approved',
  rights: 99,
  customerId: 'x',
  customer_id: 'x',
  version: 9,
  role: 'admin',
  isAdmin: true,
  resubmits: 0,
  draw_state: 'won',
  drawState: 'won',
  __proto__x: {},
  constructor: {},
}

test('check 12 (ASVS 15.3.3): privileged fields are refused in every body, and nothing changes', async () => {
  for (const [name, prepare] of Object.entries(writes)) {
    const route: CallDefinition = calls[name as CallName]
    if (route.bodyKind === 'none' || route.bodyKind === 'bytes') continue
    const sent = await prepare(server, await server.signIn())
    const before = await dump(server.db)
    for (const [field, value] of Object.entries(privileged)) {
      if (Object.hasOwn((sent.body ?? sent.form ?? {}) as object, field)) continue
      const more =
        route.bodyKind === 'form'
          ? { form: { ...sent.form, [field]: String(value) } }
          : { body: { ...(sent.body as object), [field]: value } }
      const answer = await server.call(name as CallName, { ...sent, ...more })
      expect([name, field, answer.status, answer.error.error]).toEqual([name, field, 400, 'VALIDATION'])
    }
    expect([name, changes(before, await dump(server.db))]).toEqual([name, []])
  }
  // `__proto__` can be a key in JSON but not in an object literal.
  const polluted = new Request('https://campaign.example/api/customer', {
    method: 'PUT',
    headers: { Authorization: `Bearer ${a.token}`, 'Content-Type': 'application/json' },
    body: '{"__proto__":{"status":"registered"},"firstName":"ก"}',
  })
  expect((await server.fetch(polluted)).status).toBe(400)
  expect(Object.hasOwn(Object.prototype, 'status')).toBe(false)
})

/** Returns the response schema with unknown fields forbidden at every level. */
function strict(schema: v.GenericSchema): v.GenericSchema {
  const inner = schema as unknown as {
    type: string
    entries?: Record<string, v.GenericSchema>
    item?: v.GenericSchema
    wrapped?: v.GenericSchema
    pipe?: v.GenericSchema[]
  }
  if (inner.entries)
    return v.strictObject(
      Object.fromEntries(Object.entries(inner.entries).map(([key, one]) => [key, optional(one)])),
    )
  if (inner.type === 'array' && inner.item) return v.array(strict(inner.item))
  return schema
}
function optional(schema: v.GenericSchema): v.GenericSchema {
  const { type, wrapped } = schema as unknown as { type: string; wrapped?: v.GenericSchema }
  if (!wrapped) return strict(schema)
  if (type === 'optional') return v.optional(strict(wrapped))
  return type === 'nullable' ? v.nullable(strict(wrapped)) : strict(schema)
}

test('check 13 (ASVS 15.3.1, 14.2.6): every response has exactly the fields of the contract', async () => {
  await a.call('createReward', { body: {} })
  const { id } = (await sendReceipt(server, a)).body
  await a.call('postAnswer', { body: { Answer: 'x' } })
  const { draw_id } = await rowOf(server, 'campaign')
  const checked: string[] = []
  const check = (name: CallName, body: unknown) => {
    const result = v.safeParse(strict(calls[name].answer), body)
    const unknown = result.success
      ? []
      : result.issues.map(issue => `${v.getDotPath(issue)}: ${issue.message}`)
    expect([name, unknown]).toEqual([name, []])
    checked.push(name)
  }
  // Calls without a schema to check: photos, exports and calendars are files, and openapi.test.ts checks the API
  // document against OpenAPI's own schema.
  const shapeless = ['getExport', 'getImage', 'openApi', 'prizeCalendar']
  for (const name of names.filter(one => calls[one].method === 'GET' && !shapeless.includes(one))) {
    const params = { id: name === 'draw' ? (draw_id ?? '') : id }
    const query =
      name === 'districts' ? { provinceId: '10' } : name === 'subdistricts' ? { districtId: '1001' } : {}
    const answer = await a.call(name, { params, query: query as Record<string, string> })
    expect([name, answer.status]).toEqual([name, 200])
    check(name, answer.body)
  }
  for (const [name, prepare] of Object.entries(writes)) {
    if (name === 'uploadImage') continue
    const answer = await server.call(name as CallName, await prepare(server, await server.signIn()))
    expect([name, answer.status]).toEqual([name, 200])
    check(name as CallName, answer.body)
  }
  expect(names.filter(name => !checked.includes(name)).toSorted()).toEqual([
    'getExport',
    'getImage',
    'headImage',
    'openApi',
    'prizeCalendar',
    'uploadImage',
  ])
})

test('check 14 (ASVS 3.5.1): a request with the cookie but without Authorization changes nothing', async () => {
  const covered = names.filter(name => calls[name].method !== 'GET' && calls[name].method !== 'HEAD')
  expect(Object.keys(writes).toSorted()).toEqual(covered.toSorted())
  for (const [name, prepare] of Object.entries(writes)) {
    // The other calls take LINE's token in the body, and no other site has that token.
    if (calls[name as CallName].auth !== 'bearer') continue
    const me = await server.signIn()
    const { token, ...sent } = await prepare(server, me)
    const before = await dump(server.db)
    const headers = { Cookie: `accessToken=${token}`, Origin: 'https://evil.example' }
    const answer = await server.call(name as CallName, { ...sent, headers })
    expect([name, answer.status]).toEqual([name, 401])
    expect([name, changes(before, await dump(server.db))]).toEqual([name, []])
  }
})

test('check 14 (ASVS 3.5.1): the cookie does not continue a session at a visit', async () => {
  const me = await server.signIn()
  const body = { lineUserId: me.user.userId, lineDisplayName: 'x', linePictureUrl: null }
  const before = await dump(server.db)
  const headers = { Cookie: `accessToken=${me.token}`, Origin: 'https://evil.example' }
  expect((await server.call('visit', { body, headers })).error.error).toBe('LINE_TOKEN_REQUIRED')
  expect(changes(before, await dump(server.db))).toEqual([])
})

test('check 15 (ASVS 3.4.2): an unlisted origin gets no CORS headers, never a wildcard, never credentials', async () => {
  const allowed = 'https://shop.example'
  const open = await testServer({ deps: { allowedOrigins: [allowed] } })
  for (const [app, origin, leave] of [
    [server, 'https://evil.example', null],
    [server, allowed, null],
    [open, 'https://evil.example', null],
    [open, `${allowed}.evil.example`, null],
    [open, 'null', null],
    [open, 'http://shop.example', null],
    [open, allowed, allowed],
  ] as const)
    for (const method of ['GET', 'OPTIONS']) {
      const preflight = method === 'OPTIONS' ? { 'Access-Control-Request-Method': 'PUT' } : {}
      const request = new Request('https://campaign.example/api/master/activity', {
        method,
        headers: { Origin: origin, ...preflight },
      })
      const { headers } = await app.fetch(request)
      expect([origin, method, headers.get('access-control-allow-origin')]).toEqual([origin, method, leave])
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    }
  expect((await a.call('cancel', { key: newKey(), body: { confirm: true } })).status).toBe(200)
  await open.close()
})

/** Headers that only a successful response has. */
const dataHeaders = ['etag', 'link', 'upload-offset', 'upload-length', 'idempotency-replayed']

test('check 35 (ASVS 8.2.2): a call for another customer than the session’s gets 409, without data and without effect', async () => {
  const bearer = names.filter(name => calls[name].auth === 'bearer')
  expect(bearer.length).toBeGreaterThan(25)
  for (const name of bearer) {
    const me = await server.signIn()
    const good = await goodRequest(server, name, me)
    const before = await dump(server.db)
    const refusedFor = async (owner: string, more: Record<string, string> = {}) => {
      const headers = { ...good.headers, ...more, 'X-Owner': owner, 'X-Request-Id': 'same-request' }
      const refused = await server.call(name, { ...good, headers })
      const code = calls[name].method === 'HEAD' ? undefined : 'OWNER_MISMATCH'
      expect([name, refused.status, refused.error?.error]).toEqual([name, 409, code])
      expect([name, dataHeaders.filter(header => refused.headers.has(header))]).toEqual([name, []])
      expect(refused.headers.get('cache-control')).toBe('no-store')
      expect(refused.text).not.toContain(me.customerId)
    }
    await refusedFor(a.customerId)
    await refusedFor('x')
    // A request for a newer version is not answered with 304, which would confirm what the session's customer has.
    await refusedFor(a.customerId, { 'If-None-Match': '*' })
    expect([name, changes(before, await dump(server.db))]).toEqual([name, []])
    const mine = await server.call(name, { ...good, headers: { ...good.headers, 'X-Owner': me.customerId } })
    expect([name, mine.status]).toEqual([name, 200])
    // The stored response to an idempotency key is not replayed to another customer either.
    if (calls[name].idempotent) await refusedFor(a.customerId)
  }
})

test('check 35 (ASVS 8.2.2): HEAD for another customer than the session’s gets 409 for every read', async () => {
  const me = await server.signIn()
  for (const name of names) {
    const route: CallDefinition = calls[name]
    if (route.auth !== 'bearer' || route.method !== 'GET') continue
    const good = await goodRequest(server, name, me)
    const head = (owner: string) => {
      const given = { ...good, headers: { 'X-Owner': owner } }
      return server.fetch(requestOf({ ...route, method: 'HEAD' }, given))
    }
    const [refused, answered] = [await head(a.customerId), await head(me.customerId)]
    expect([name, refused.status, await refused.text()]).toEqual([name, 409, ''])
    expect([name, dataHeaders.filter(header => refused.headers.has(header))]).toEqual([name, []])
    expect([name, answered.status]).toEqual([name, 200])
  }
})
