import { expect, test } from 'vitest'
import { createMemoryStore } from '#src/storage/key-value-store.ts'
import { privateKey } from '#src/storage/keys.ts'
import { markSignedIn, writePrivately, writesOf } from '#src/storage/signed-in.ts'

const CUSTOMER = '0190b6a0-0000-7000-8000-000000000001'
const key = privateKey(CUSTOMER, 'customer')

test('stores nothing of a customer who has signed out, also from the answer to a write', async () => {
  const kv = createMemoryStore()
  const before = await writesOf(kv, CUSTOMER)
  expect(await writePrivately(kv, CUSTOMER, 'customer', [key, 'answer'])).toBe(false)
  expect(await writePrivately(kv, CUSTOMER, 'customer', [key, 'answer'], before)).toBe(false)
  expect(await kv.keys('')).toEqual([])
})

test('does not store an answer over one that was stored since its request', async () => {
  const kv = createMemoryStore()
  await markSignedIn(kv, CUSTOMER)
  const before = await writesOf(kv, CUSTOMER)
  expect(await writePrivately(kv, CUSTOMER, 'customer', [key, 'newer'])).toBe(true)
  expect(await writePrivately(kv, CUSTOMER, 'customer', [key, 'older'], before)).toBe(false)
  expect(await kv.get(key)).toBe('newer')
})
