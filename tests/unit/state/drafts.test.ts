import { signal } from '@preact/signals-core'
import { expect, test } from 'vitest'
import { Drafts } from '#src/state/drafts.ts'
import { draftKey, isCachedResponse, privateKey, privatePrefix } from '#src/storage/keys.ts'
import { done, typedReceipt, visited } from '#tests/kit/models.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'
import { pageLocalStorage } from '#tests/kit/page-local-storage.ts'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)

test('stores no receipt draft after the customer has signed out in another tab', async () => {
  const models = await visited(world)
  const draft = typedReceipt(models, 'DR-0001')
  const key = draftKey(world.a.customerId, 'receipt/new')
  expect(await done(world, models.receipts.saveDraft(null, draft))).toBe(true)
  expect(await world.phone.disk.get(key)).toBeDefined()
  // The other tab has deleted the customer's data, but its message has not reached this tab yet.
  await world.phone.disk.deletePrefix(privatePrefix(world.a.customerId))
  expect(await done(world, models.receipts.saveDraft(null, draft))).toBe(false)
  expect(await world.phone.disk.keys(privatePrefix(world.a.customerId))).toEqual([])
})

test('a full phone keeps the drafts and the mark of the signed-in customer', () => {
  const { customerId } = world.a
  expect(isCachedResponse(draftKey(customerId, 'receipt/new'))).toBe(false)
  expect(isCachedResponse(privateKey(customerId, 'signed-in'))).toBe(false)
  expect(isCachedResponse(privateKey(customerId, 'receipts'))).toBe(true)
})

test('on a full phone, a draft takes the place of copies of what the server has', async () => {
  const models = await visited(world)
  const { disk } = world.phone
  const { transact } = disk
  disk.transact = async (key, change) =>
    transact(key, old => {
      const entries = change(old)
      const isFull = disk.peek(privateKey(world.a.customerId, 'receipts')).length > 0
      if (isFull && entries?.some(([name]) => name.includes('/draft/')))
        throw new DOMException('full', 'QuotaExceededError')
      return entries
    })
  expect(await done(world, models.receipts.saveDraft(null, typedReceipt(models, 'DR-0001')))).toBe(true)
  expect(await disk.get(draftKey(world.a.customerId, 'receipt/new'))).toBeDefined()
})

test('stores a half-filled form of the tab only while its customer is signed in, except the registration', () => {
  const customerId = signal<string | null>(world.a.customerId)
  const drafts = new Drafts({ local: pageLocalStorage() }, { customerId })
  drafts.write('profile', { firstName: 'มะลิ' })
  expect(drafts.read('profile')).toEqual({ firstName: 'มะลิ' })
  customerId.value = null
  drafts.write('profile', null)
  drafts.write('profile', { firstName: 'มะลิ' })
  drafts.write('answer:1', 'ลิ้นจี่')
  drafts.write('register', { terms: true })
  expect([drafts.read('profile'), drafts.read('answer:1')]).toEqual([null, null])
  expect(drafts.read('register')).toEqual({ terms: true })
})
