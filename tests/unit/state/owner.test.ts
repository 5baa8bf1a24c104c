import { expect, test } from 'vitest'
import { latestValue } from '#src/state/resource.ts'
import { privateKey } from '#src/storage/keys.ts'
import { newPhoto, sendReceipt, uploadPhoto } from '#tests/kit/activity.ts'
import { done, type Models, openModels, visited } from '#tests/kit/models.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'

/** Tests a tab of customer A in a browser whose cookie holds customer B's session. */

const world = eachTest(offlineWorld)

/** Puts customer B's session into the cookie, as a sign-in in another tab does. This tab has not noticed yet. */
const cookieOfB = () => world.phone.signIn({ customerId: world.a.customerId, token: world.b.token })

const remotes = ({ customer, receipts, rewards, answers }: Models) => ({
  customer,
  receipts: { current: receipts.history, load: receipts.load },
  rewards,
  qr: rewards.qr,
  question: answers.question,
  last: answers.last,
  answers: answers.history,
})

/** Returns everything on the phone's disk, and everything that the models show. */
async function known(models: Models): Promise<string> {
  const shown = Object.values(remotes(models)).map(({ current }) => latestValue<unknown>(current.value))
  return JSON.stringify([await world.phone.disk.entries(''), shown])
}

test('neither shows nor stores what the cookie of another customer gives access to', async () => {
  const { server, a, b } = world
  await server.call('putCustomer', { token: b.token, body: { firstName: 'เบญจา' } })
  await server.call('createReward', { token: b.token, body: {} })
  await server.call('postAnswer', { token: b.token, body: { Answer: 'ชามะลิ' } })
  const image = await uploadPhoto(server, b, newPhoto())
  const receipt = (await sendReceipt(server, b, { images: [image] })).body
  cookieOfB()
  const models = openModels(world.phone)
  for (const [name, remote] of Object.entries(remotes(models))) {
    await done(world, remote.load(), 1000)
    expect([name, remote.current.value]).toMatchObject([
      name,
      { state: 'failed', value: null, failure: { status: 409, code: 'OWNER_MISMATCH' } },
    ])
  }
  expect(await done(world, models.receipts.get(receipt.id), 1000)).toMatchObject({ ok: false })
  expect(await done(world, models.receipts.photo(image), 1000)).toBeNull()
  const found = await known(models)
  for (const secret of [b.customerId, 'เบญจา', 'ชามะลิ', receipt.id, receipt.receiptNo])
    expect(found).not.toContain(secret)
  expect(await world.phone.disk.keys(privateKey(a.customerId, ''))).toEqual([
    privateKey(a.customerId, 'signed-in'),
  ])
})

test('does not take a 304 for another customer as a confirmation of the cached response', async () => {
  const models = await visited(world)
  await done(world, models.answers.history.load(), 100)
  const key = privateKey(world.a.customerId, 'answers')
  const stored = await world.phone.disk.get(key)
  // Customers without answers have equal responses, so B's session would confirm A's ETag.
  expect(stored).toMatchObject({ etag: expect.any(String) })
  await world.clock.advance(3_600_000 * 2)
  cookieOfB()
  await done(world, models.answers.history.load(), 1000)
  expect(models.answers.history.current.value).toMatchObject({
    state: 'failed',
    failure: { code: 'OWNER_MISMATCH' },
    value: [],
  })
  expect(await world.phone.disk.get(key)).toEqual(stored)
})
