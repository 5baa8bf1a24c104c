import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { deskRoles, mayAny, roles } from '#contract/desk/roles.ts'
import { HOUR_MS } from '#contract/time.ts'
import { imageKey } from '#server/images/store.ts'
import { LEASE_MS, reserve } from '#server/review/lease.ts'
import { newPhoto, sendReceipt, uploadPhoto } from '#tests/kit/activity.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { eachTest, testServer, update } from '#tests/kit/server.ts'

type Browser = Awaited<ReturnType<typeof desk.join>>
let receiptId: string
let hashes: string[]

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
const customer = eachTest(() => server.signIn())
beforeEach(async () => {
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
  const one = await desk.join('support')
  const statusOf = async (id: string, position: string) =>
    (await one.call('photo', { params: { id, position } })).status
  expect(await statusOf(receiptId, '2')).toBe(404)
  expect(await statusOf(customer.customerId, '0')).toBe(404)
  expect(await statusOf(receiptId, '-1')).toBe(400)
  await server.objects.delete(imageKey({ customerId: customer.customerId, sha256: hashes[0] ?? '' }))
  expect(await statusOf(receiptId, '0')).toBe(404)
})

const photosOf = (one: Browser, id = receiptId) => one.call('photo', { params: { id, position: '0' } })
const looks = async () =>
  (
    await server.db
      .selectFrom('audit')
      .select(['actor', 'detail'])
      .where('action', '=', 'desk receipt photos')
      .orderBy('seq')
      .execute()
  ).map(row => [row.actor.split(' ')[0], JSON.parse(row.detail).receipts[0]])

test('desk check 46: a reviewer sees the photos of a receipt only while it is assigned to the reviewer', async () => {
  const [fon, nok] = [await desk.join('reviewer', 'Fon'), await desk.join('reviewer', 'Nok')]
  const tab = randomUUID()
  const refused = { error: 'FORBIDDEN', detail: 'NOT_ASSIGNED' }
  expect((await photosOf(fon)).error).toMatchObject(refused)
  expect((await photosOf(fon, customer.customerId)).error).toMatchObject(refused)
  const { item } = (await fon.call('reviewNext', { body: { tab, holding: [] } })).body
  expect(item?.receiptId).toBe(receiptId)
  expect([(await photosOf(fon)).status, (await photosOf(nok)).status]).toEqual([200, 403])
  server.clock.advance(LEASE_MS)
  expect((await photosOf(fon)).status).toBe(403)
  await fon.call('reviewNext', { body: { tab, holding: [] } })
  expect((await photosOf(fon)).status).toBe(200)
  await fon.call('reviewSkip', { body: { tab, receiptId } })
  expect((await photosOf(fon)).status).toBe(403)
  expect(await looks()).toEqual([])
  const assigned = await server.db
    .selectFrom('audit')
    .select('action')
    .where('actor', 'like', 'Fon%')
    .execute()
  expect(assigned.map(({ action }) => action)).toEqual(['desk join', 'receipts assign', 'receipts skip'])
})

test('desk check 46: a receipt that was drawn for a reviewer who has not asked for it shows no photos', async () => {
  const fon = await desk.join('reviewer', 'Fon')
  const at = { reviewer: fon.personId, now: server.clock.now() }
  await reserve(server.db, { receiptId, look: 'first' }, at)
  expect((await photosOf(fon)).status).toBe(403)
})

test('a reviewer sees the photos of a receipt that resembles the assigned one, which is in the audit log once an hour', async () => {
  const other = await server.signIn()
  server.clock.advance(1000)
  const photo = newPhoto()
  const [mine, theirs] = [await uploadPhoto(server, customer, photo), await uploadPhoto(server, other, photo)]
  const { id: similar } = (await sendReceipt(server, customer, { images: [mine], amount: 999 })).body
  const { id } = (await sendReceipt(server, other, { images: [theirs], amount: 999 })).body
  await update(server, 'receipt', { risk: 900 }, { id })
  const fon = await desk.join('reviewer', 'Fon')
  await fon.call('reviewNext', { body: { tab: randomUUID(), holding: [] } })
  for (let look = 0; look < 3; look += 1) expect((await photosOf(fon, similar)).status).toBe(200)
  expect((await photosOf(fon, id)).status).toBe(200)
  expect((await photosOf(fon)).status).toBe(403)
  expect(await looks()).toEqual([['Fon', similar]])
})

test('people who may look at customers see all photos, and each look is in the audit log once an hour', async () => {
  for (const role of ['support', 'manager', 'auditor'] as const) {
    const one = await desk.join(role, role)
    for (let look = 0; look < 3; look += 1) expect((await photosOf(one)).status).toBe(200)
  }
  expect(await looks()).toEqual([
    ['support', receiptId],
    ['manager', receiptId],
    ['auditor', receiptId],
  ])
  server.clock.advance(HOUR_MS / 2)
  const manager = await desk.join('manager', 'Mali')
  await manager.call('reviewNext', { body: { tab: randomUUID(), holding: [] } })
  await photosOf(manager)
  expect(await looks()).toHaveLength(3)
})

test('a list of permissions admits every role with at least one of them', () => {
  expect(roles.filter(role => mayAny(role, ['customers', 'review']))).toEqual([...deskRoles])
  expect(roles.filter(role => mayAny(role, ['review', 'draw-read']))).toEqual([
    'reviewer',
    'manager',
    'auditor',
  ])
  expect(roles.filter(role => mayAny(role, []))).toEqual([])
})
