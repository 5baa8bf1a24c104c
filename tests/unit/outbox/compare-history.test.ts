import { expect, test } from 'vitest'
import { PAGE_MAX } from '#contract/limits.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { keptWorld } from '#tests/kit/kept-world.ts'
import { done } from '#tests/kit/models.ts'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(keptWorld)

const isComparison = (url: string) => url.includes(`limit=${PAGE_MAX}`)

function countComparisons(): () => number {
  const before = world.requested.filter(isComparison).length
  return () => world.requested.filter(isComparison).length - before
}

test('a comparison that another restore has interrupted finds what is missing, and then ends', async () => {
  const lost = await world.send(await world.visit(), 'A-1')
  await world.restoreWithout(lost)
  let broken = true
  world.breakBy(({ url }) => (broken && isComparison(url) ? 'drop-request' : 'ok'))
  const models = await world.visit()
  await world.setEpoch('again')
  broken = false
  await world.clock.advance(2 * MINUTE_MS)
  expect(world.offers(models)).toEqual([`${lost.subject} 250.5`])
  const calls = countComparisons()
  await world.clock.advance(10 * MINUTE_MS)
  expect(calls()).toBe(0)
})

test('a comparison offers nothing that was there in the epoch that it reads', async () => {
  const lost = await world.send(await world.visit(), 'A-1')
  const removed = await world.send(await world.visit(), 'A-2')
  await world.restoreWithout(lost)
  let broken = true
  world.breakBy(({ url }) => (broken && isComparison(url) ? 'drop-request' : 'ok'))
  const models = await world.visit()
  await world.setEpoch('again')
  // Another tab has seen the second receipt in this epoch. Then the receipt disappears without a restore.
  const other = await world.visit()
  other.page.close()
  await world.restoreWithout(removed)
  await world.setEpoch('again')
  broken = false
  await world.clock.advance(2 * MINUTE_MS)
  expect(world.offers(models)).toEqual([`${lost.subject} 250.5`])
})

test('several answers during an interrupted comparison do not start more of them', async () => {
  const lost = await world.send(await world.visit(), 'A-1')
  await world.send(await world.visit(), 'A-2')
  await world.restoreWithout(lost)
  world.breakBy(({ url }) => (isComparison(url) ? 'unavailable' : 'ok'))
  const models = await world.visit()
  for (let times = 0; times < 10; times += 1) await done(world, models.receipts.load(), 1000)
  const calls = countComparisons()
  await world.clock.advance(10 * MINUTE_MS)
  // On average, the app makes one comparison every 15 seconds.
  expect(calls()).toBeGreaterThan(20)
  expect(calls()).toBeLessThan(60)
})

test('a comparison waits as long as the server asks', async () => {
  await world.restoreWithout(await world.send(await world.visit(), 'A-1'))
  const asked: number[] = []
  world.breakBy(({ url }) => {
    if (!isComparison(url)) return 'ok'
    asked.push(world.clock.now())
    return 'wait-a-minute'
  })
  await world.visit()
  await world.clock.advance(10 * MINUTE_MS)
  expect(asked.length).toBeGreaterThan(7)
  for (const [i, at] of asked.slice(1).entries()) {
    expect(at - (asked[i] ?? 0)).toBeGreaterThanOrEqual(MINUTE_MS)
    expect(at - (asked[i] ?? 0)).toBeLessThan(1.2 * MINUTE_MS)
  }
})

test('a comparison that the server refuses ends until the next answer of the history', async () => {
  const lost = await world.send(await world.visit(), 'A-1')
  await world.restoreWithout(lost)
  world.breakBy(({ url }) => (isComparison(url) ? 'unauthorized' : 'ok'))
  const models = await world.visit()
  const calls = countComparisons()
  await world.clock.advance(10 * MINUTE_MS)
  expect(calls()).toBe(0)
  world.breakBy(() => 'ok')
  await done(world, models.receipts.load(), 5000)
  expect(world.offers(models)).toEqual([`${lost.subject} 250.5`])
})

test('an interrupted comparison is made again a little later', async () => {
  const lost = await world.send(await world.visit(), 'A-1')
  await world.restoreWithout(lost)
  world.breakBy(({ url }) => (isComparison(url) ? 'unavailable' : 'ok'))
  const models = await world.visit()
  expect(world.offers(models)).toEqual([])
  await world.online(60_000)
  expect(world.offers(models)).toEqual([`${lost.subject} 250.5`])
})
