import { beforeEach, expect, test } from 'vitest'
import { mayAny, roles } from '#contract/desk/roles.ts'
import { imageKey } from '#server/images/store.ts'
import { newPhoto, sendReceipt, uploadPhoto } from '#tests/kit/activity.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { type SignedIn, type TestServer, testServer } from '#tests/kit/server.ts'

let server: TestServer
let desk: Awaited<ReturnType<typeof testDesk>>
let customer: SignedIn
let receiptId: string
let hashes: string[]

beforeEach(async () => {
  server = await testServer()
  desk = await testDesk(server)
  customer = await server.signIn()
  hashes = [await uploadPhoto(server, customer), await uploadPhoto(server, customer, newPhoto())]
  receiptId = (await sendReceipt(server, customer, { images: hashes })).body.id
})

test('returns each photo as it is stored, and nothing in it could run', async () => {
  const one = await desk.join('support')
  for (const [position, sha256] of hashes.entries()) {
    const params = { id: receiptId, position: String(position) }
    const { status, headers, body } = await one.call('photo', { params })
    const stored = await server.objects.get(imageKey({ customerId: customer.customerId, sha256 }))
    expect([status, Buffer.from(await body.arrayBuffer()).equals(stored ?? new Uint8Array())]).toEqual([
      200,
      true,
    ])
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    })
  }
})

test('a receipt, position or file that does not exist is not found', async () => {
  const one = await desk.join('reviewer')
  const statusOf = async (id: string, position: string) =>
    (await one.call('photo', { params: { id, position } })).status
  expect(await statusOf(receiptId, '2')).toBe(404)
  expect(await statusOf(customer.customerId, '0')).toBe(404)
  expect(await statusOf(receiptId, '-1')).toBe(400)
  await server.objects.delete(imageKey({ customerId: customer.customerId, sha256: hashes[0] ?? '' }))
  expect(await statusOf(receiptId, '0')).toBe(404)
})

test('a list of permissions admits every role with at least one of them', () => {
  expect(roles.filter(role => mayAny(role, ['customers', 'review']))).toEqual([...roles])
  expect(roles.filter(role => mayAny(role, ['review', 'draw-read']))).toEqual([
    'reviewer',
    'manager',
    'auditor',
  ])
  expect(roles.filter(role => mayAny(role, []))).toEqual([])
})
