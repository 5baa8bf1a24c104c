import { expect, test } from 'vitest'
import { createMemoryStore, withQuotaGuard } from '#src/storage/key-value-store.ts'
import { keptPhotoKey, photoKey, thumbnailKey } from '#src/storage/keys.ts'
import { virtualClock } from '#tests/kit/clock.ts'

const photo = { type: 'image/jpeg', bytes: new ArrayBuffer(8) }
const clock = virtualClock(0)

test('refuses photos on a phone more than 80 % full, but stores small records', async () => {
  const kv = withQuotaGuard(createMemoryStore(), clock, async () => ({ usage: 81, quota: 100 }))
  await expect(kv.set([['q/photo/a', photo]])).rejects.toMatchObject({ name: 'QuotaExceededError' })
  await kv.set([['q/job/a', { id: 'a' }]])
  expect(await kv.keys('')).toEqual(['q/job/a'])
})

test('knows a photo by its key, not by a field of a record', async () => {
  const kv = withQuotaGuard(createMemoryStore(), clock, async () => ({ usage: 81, quota: 100 }))
  await kv.set([['u/a/kept/b', { bytes: 8 }]])
  await kv.transact('q/job/a', () => [['q/job/a', { bytes: 8 }]])
  expect(await kv.keys('')).toEqual(['q/job/a', 'u/a/kept/b'])
  for (const key of [photoKey('a', 'b'), keptPhotoKey('a', 'b'), thumbnailKey('a', 'b')])
    await expect(kv.set([[key, photo]])).rejects.toMatchObject({ name: 'QuotaExceededError' })
  await kv.set([[keptPhotoKey('a', 'b'), undefined]])
})

test('refuses photos also in a transaction, which then writes nothing, and lets jobs without photos through', async () => {
  const kv = withQuotaGuard(createMemoryStore(), clock, async () => ({ usage: 81, quota: 100 }))
  const job = ['q/job/a', { id: 'a' }] as const
  const withPhoto = kv.transact('q/job/a', () => [['q/photo/a', photo], job])
  await expect(withPhoto).rejects.toMatchObject({ name: 'QuotaExceededError' })
  expect(await kv.keys('')).toEqual([])
  await kv.transact('q/job/a', () => [job])
  expect(await kv.keys('')).toEqual(['q/job/a'])
  await kv.transact('q/job/a', old => (old === undefined ? [['q/photo/a', photo]] : null))
  expect(await kv.keys('')).toEqual(['q/job/a'])
})

test('stores photos if there is space or the browser gives no estimate', async () => {
  for (const estimate of [
    async () => ({ usage: 79, quota: 100 }),
    async () => ({}),
    async () => Promise.reject(new Error('no')),
    undefined,
  ]) {
    const kv = withQuotaGuard(createMemoryStore(), clock, estimate)
    await kv.set([['q/photo/a', photo]])
    await kv.transact('q/job/b', () => [['q/photo/b', photo]])
    expect(await kv.keys('')).toEqual(['q/photo/a', 'q/photo/b'])
  }
})

test('does not wait for a storage estimate that never arrives', async () => {
  const kv = withQuotaGuard(createMemoryStore(), clock, () => new Promise(() => {}))
  const saved = [kv.set([['q/photo/a', photo]]), kv.transact('q/job/b', () => [['q/photo/b', photo]])]
  await clock.advance(300)
  await Promise.all(saved)
  expect(await kv.keys('')).toEqual(['q/photo/a', 'q/photo/b'])
})
