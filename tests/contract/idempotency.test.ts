import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { isoOf } from '#contract/time.ts'
import { createApp } from '#server/app.ts'
import * as handlers from '#server/generated/handlers.ts'
import { canonicalJson, sha256Hex } from '#server/hash.ts'
import { receiptBody, sendReceipt, uploadPhoto } from '#tests/kit/activity.ts'
import { eachTest, requestOf, rowsOf, testServer } from '#tests/kit/server.ts'
import { unlimited } from '#tests/kit/unlimited.ts'

const server = eachTest(testServer)
const me = eachTest(() => server.signIn())

const id = () => crypto.randomUUID()
const rows = () => rowsOf(server, 'idempotency')
const put = (key: string, firstName: string, token = me.token) =>
  server.call('putCustomer', { token, key, body: { firstName } })
const profile = async () => (await me.call('getCustomer')).body

test('a repeat gets the first response, byte for byte, and changes nothing', async () => {
  const key = id()
  const first = await put(key, 'หนึ่ง')
  await put(id(), 'สอง')
  const repeat = await put(key, 'หนึ่ง')
  expect(repeat.text).toBe(first.text)
  expect([first.headers.get('idempotency-key'), first.headers.get('idempotency-replayed')]).toEqual([
    key,
    null,
  ])
  expect([repeat.headers.get('idempotency-key'), repeat.headers.get('idempotency-replayed')]).toEqual([
    key,
    'true',
  ])
  expect(await profile()).toMatchObject({ firstName: 'สอง', version: 4 })
})

test('an error names the key of its request in its body, and no key without one', async () => {
  const key = id()
  const params = { sha256: 'a'.repeat(64) }
  const errors = [
    await me.call('putCustomer', { key, body: { phone: '12' } }),
    await server.call('putCustomer', { token: 'expired', key, body: {} }),
    await me.call('uploadImage', { key, params, bytes: new Uint8Array(10) }),
    await me.call('getReceipt', { key, params: { id: id() } }),
  ]
  expect(errors.map(({ status }) => status)).toEqual([400, 401, 415, 404])
  for (const { error, headers } of errors)
    expect([error.idempotencyKey, headers.get('idempotency-key')]).toEqual([key, key])
  const without = await me.call('putCustomer', { body: { phone: '12' } })
  expect(without.error).not.toHaveProperty('idempotencyKey')
})

test('25 repeats at the same time have one effect', async () => {
  const key = id()
  const all = await Promise.all(Array.from({ length: 25 }, () => put(key, 'พร้อมกัน')))
  expect(new Set(all.map(one => one.text)).size).toBe(1)
  expect(all.filter(one => one.headers.get('idempotency-replayed') === 'true')).toHaveLength(24)
  expect((await profile()).version).toBe(3)
  expect(await rows()).toHaveLength(1)
})

test('the order of keys and white space do not change the fingerprint', async () => {
  const key = id()
  const send = (text: string) =>
    server.fetch(
      new Request('https://campaign.example/api/customer', {
        method: 'PUT',
        headers: {
          Authorization: `Bearer ${me.token}`,
          'Idempotency-Key': key,
          'Content-Type': 'application/json',
        },
        body: text,
      }),
    )
  expect((await send('{"firstName":"ก","lastName":"ข"}')).status).toBe(200)
  const repeat = await send('{ "lastName": "ข",  "firstName": "ก" }')
  expect([repeat.status, repeat.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
})

test('the same key with another payload or for another call is refused and changes nothing', async () => {
  const key = id()
  await put(key, 'หนึ่ง')
  const other = await put(key, 'สอง')
  expect([other.status, other.error.error]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  expect(other.headers.get('idempotency-key')).toBe(key)
  const elsewhere = await me.call('deletePhoto', { key })
  expect(elsewhere.error.error).toBe('IDEMPOTENCY_KEY_REUSED')
  expect((await profile()).firstName).toBe('หนึ่ง')
})

/** Returns three writes that contain the phone's time, as functions of the key and of the changed fields. */
async function stampedWrites() {
  const body = receiptBody(server, [await uploadPhoto(server, me)])
  const stored = await sendReceipt(server, me)
  const { id: _, ...update } = receiptBody(server, stored.body.images)
  const token = me.token
  return {
    createReceipt: (key: string, change: object) =>
      server.call('createReceipt', { token, key, body: { ...body, ...change } }),
    updateReceipt: (key: string, change: object) =>
      server.call('updateReceipt', {
        token,
        key,
        params: { id: stored.body.id },
        body: { ...update, ...change },
      }),
    postAnswer: (key: string, change: object) =>
      server.call('postAnswer', { token, key, body: { Answer: 'แม่', ...change } }),
  }
}

test.each(['createReceipt', 'updateReceipt', 'postAnswer'] as const)(
  'a repeat of %s with another phone time gets the first response',
  async name => {
    const write = (await stampedWrites())[name]
    const at = (minutes: number) => ({ at: isoOf(server.clock.now() - minutes * 60_000) })
    const key = id()
    const first = await write(key, at(2))
    expect(first.status).toBe(200)
    for (const change of [at(1), {}, at(2)]) {
      const repeat = await write(key, change)
      expect([repeat.text, repeat.headers.get('idempotency-replayed')]).toEqual([first.text, 'true'])
    }
    const other = await write(key, {
      ...at(2),
      ...(name === 'postAnswer' ? { Answer: 'พ่อ' } : { amount: 999 }),
    })
    expect([other.status, other.error.error]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  },
)

test('a repeat during an upgrade from 1.0.5, whose fingerprints contain the phone time, gets the first response', async () => {
  const body = { ...receiptBody(server, [await uploadPhoto(server, me)]), at: isoOf(server.clock.now()) }
  const send = () => me.call('createReceipt', { key: body.id, body })
  const first = await send()
  // Version 1.0.5 hashed the call's name, its parameters, its query and its whole body.
  const fingerprint = sha256Hex(canonicalJson(['createReceipt', {}, {}, body]))
  const row = server.db.updateTable('idempotency').where('key', '=', body.id)
  expect(await row.set({ repeat_fingerprint: null }).returning('fingerprint').execute()).toEqual([
    { fingerprint },
  ])
  const repeat = await send()
  expect([repeat.text, repeat.headers.get('idempotency-replayed')]).toEqual([first.text, 'true'])
})

test('the same key for another object is refused, also if the body is the same', async () => {
  const receipts = [await sendReceipt(server, me), await sendReceipt(server, me)].map(({ body }) => body.id)
  const key = id()
  const withdraw = (receipt?: string) => me.call('deleteReceipt', { key, params: { id: receipt ?? '' } })
  expect((await withdraw(receipts[0])).body).toEqual({ id: receipts[0], status: 'void' })
  const other = await withdraw(receipts[1])
  expect([other.status, other.error.error]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
})

test('two customers can use the same key', async () => {
  const other = await server.signIn()
  const key = id()
  await put(key, 'หนึ่ง')
  const theirs = await put(key, 'สอง', other.token)
  expect([theirs.status, theirs.body.firstName, theirs.body.id]).toEqual([200, 'สอง', other.customerId])
})

test('a key that is not a UUID is refused by name', async () => {
  for (const key of ['1', 'x'.repeat(300), `${id()}0`, "' or 1=1"]) {
    const { status, error } = await put(key, 'หนึ่ง')
    expect([status, error.fields]).toEqual([400, [{ path: 'Idempotency-Key', code: 'uuid' }]])
  }
})

test('a refusal returns the key and is not stored, so the key works once the cause is gone', async () => {
  const other = await server.signIn()
  const phone = '0855555555'
  await other.call('putCustomer', { body: { phone } })
  const key = id()
  const send = () => me.call('putCustomer', { key, body: { phone, firstName: 'ใหม่' } })
  const refused = await send()
  expect([refused.status, refused.error.error, refused.headers.get('idempotency-key')]).toEqual([
    409,
    'PHONE_TAKEN',
    key,
  ])
  expect([await rows(), (await profile()).firstName]).toEqual([[], 'สมชาย'])
  await other.call('putCustomer', { body: { phone: '0866666666' } })
  expect((await send()).body).toMatchObject({ phone, firstName: 'ใหม่' })
})

test('invalid payloads, missing sessions and rate limits return the key and store nothing', async () => {
  const key = id()
  const wrong = await me.call('putCustomer', { key, body: { nothing: 1 } })
  const nobody = await server.call('putCustomer', { key, body: { firstName: 'x' } })
  expect([wrong.status, nobody.status]).toEqual([400, 401])
  for (const { headers } of [wrong, nobody]) expect(headers.get('idempotency-key')).toBe(key)
  expect(await rows()).toEqual([])
})

/** Returns a server that fails after it has changed the profile but before it commits. */
function failingAfterTheChange() {
  const failing = {
    ...handlers,
    putCustomer: async (call: Parameters<typeof handlers.putCustomer>[0]) => {
      await handlers.putCustomer(call)
      throw new Error('secret detail of the failure')
    },
  }
  return createApp(server.deps, { handlers: failing, rateLimit: unlimited })
}

test('a failure in the middle rolls everything back and reveals nothing, and a repeat succeeds', async () => {
  const key = id()
  const request = () => requestOf(calls.putCustomer, { token: me.token, key, body: { firstName: 'ครึ่งทาง' } })
  const failed = await failingAfterTheChange().fetch(request())
  const body = (await failed.json()) as Record<string, unknown>
  expect(failed.status).toBe(500)
  expect(Object.keys(body).sort()).toEqual(['error', 'idempotencyKey', 'message', 'requestId'])
  expect(body.error).toBe('INTERNAL')
  expect([await rows(), (await profile()).firstName]).toEqual([[], 'สมชาย'])
  const repeat = await server.fetch(request())
  expect([repeat.status, repeat.headers.get('idempotency-replayed')]).toEqual([200, null])
})

test('a call that allows a key is atomic even without one', async () => {
  const request = requestOf(calls.putCustomer, { token: me.token, body: { firstName: 'ครึ่งทาง' } })
  const response = await failingAfterTheChange().fetch(request)
  expect([response.status, (await profile()).firstName]).toEqual([500, 'สมชาย'])
})
