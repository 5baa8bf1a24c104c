import { expect, test } from 'vitest'
import { countRows, newKey, receiptBody, sendReceipt, uploadPhoto } from '#tests/kit/activity.ts'
import { eachTest, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const somchai = eachTest(() => server.signIn())
const malee = eachTest(() => server.signIn())

const count = (table: 'receipt' | 'receipt_claim' | 'receipt_image') => countRows(server, table)

test('a receipt sent again is recognised by its id if the idempotency key was lost', async () => {
  const body = receiptBody(server, [await uploadPhoto(server, somchai)])
  const first = await somchai.call('createReceipt', { body, key: body.id })
  const again = await somchai.call('createReceipt', { body })
  const otherKey = await somchai.call('createReceipt', { body, key: newKey() })
  expect([again.body, otherKey.body]).toEqual([first.body, first.body])
  expect(await count('receipt')).toBe(1)
})

test('an own id with other contents is refused, and the response contains the stored receipt', async () => {
  const images = [await uploadPhoto(server, somchai), await uploadPhoto(server, somchai)]
  const body = receiptBody(server, images, { receiptNo: 'bd-77/1' })
  const first = await somchai.call('createReceipt', { body, key: body.id })
  const send = (change: object, key: { key?: string } = { key: newKey() }) =>
    somchai.call('createReceipt', { body: { ...body, ...change }, ...key })
  const others = [
    { storeId: 2 },
    { receiptNo: 'BD-77/2' },
    { amount: 250.51 },
    { purchasedAt: new Date(Date.parse(body.purchasedAt) - 60_000).toISOString() },
    { images: images.slice(1) },
    { images: images.toReversed() },
  ]
  for (const change of others) {
    const refused = await send(change)
    expect([change, refused.status, refused.error.error]).toEqual([change, 409, 'RECEIPT_EXISTS'])
    expect(refused.error.current).toEqual(first.body)
  }
  expect((await send({ amount: 1 }, {})).error.error).toBe('RECEIPT_EXISTS')
  // The same contents in a different notation are not a correction.
  const same = {
    receiptNo: 'BD 771',
    purchasedAt: body.purchasedAt.replace('Z', '+00:00'),
    at: body.purchasedAt,
  }
  expect((await send(same)).body).toEqual(first.body)
  expect([await count('receipt'), await count('receipt_image')]).toEqual([1, 2])
})

test('a refused resend succeeds later, once a correction has made the contents the same', async () => {
  const body = receiptBody(server, [await uploadPhoto(server, somchai)])
  const corrected = { ...body, amount: 999 }
  const first = await somchai.call('createReceipt', { body, key: body.id })
  const key = newKey()
  const resend = () => somchai.call('createReceipt', { body: corrected, key })
  expect((await resend()).error.error).toBe('RECEIPT_EXISTS')
  const { id, ...fields } = corrected
  await somchai.call('updateReceipt', { params: { id }, body: fields })
  expect((await resend()).body).toMatchObject({ id, amount: 999, version: 2 })
  // The key of the first attempt still gets the first response.
  const replay = await somchai.call('createReceipt', { body, key: body.id })
  expect([replay.text, replay.headers.get('idempotency-replayed')]).toEqual([first.text, 'true'])
})

test('one id sent at the same time with different contents is stored once', async () => {
  const body = receiptBody(server, [await uploadPhoto(server, somchai)])
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      somchai.call('createReceipt', {
        body: { ...body, amount: 200 + index },
        key: newKey(),
      }),
    ),
  )
  const stored = answers.filter(one => one.status === 200)
  expect(stored).toHaveLength(1)
  for (const { error } of answers.filter(one => one.status !== 200))
    expect([error.error, error.current]).toEqual(['RECEIPT_EXISTS', stored[0]?.body])
  expect([await count('receipt'), await count('receipt_claim')]).toEqual([1, 1])
})

test('the same key with other contents is refused', async () => {
  const images = [await uploadPhoto(server, somchai)]
  const body = receiptBody(server, images)
  await somchai.call('createReceipt', { body, key: body.id })
  const other = { ...body, amount: 999 }
  const refused = await somchai.call('createReceipt', { body: other, key: body.id })
  expect([refused.status, refused.error.error]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
})

test('another customer’s id gets 404 without their receipt', async () => {
  const mine = await sendReceipt(server, somchai)
  const taken = await sendReceipt(server, malee, { id: mine.body.id })
  expect([taken.status, taken.error.error, taken.error.current]).toEqual([404, 'NOT_FOUND', undefined])
  expect(await count('receipt_claim')).toBe(1)
})
