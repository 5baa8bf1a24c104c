import { expect, test } from 'vitest'
import { createTime } from '#tests/campaign-day/time.ts'

test('a timer is not lost if the awaited promise settles before any time has passed', async () => {
  const time = createTime(0)
  const rung: number[] = []
  time.after(5, () => rung.push(time.now()))
  await time.until(Promise.resolve())
  expect(rung).toEqual([])
  await time.pass(10)
  expect(rung).toEqual([5])
})

test('a promise that waits for nothing fails after a day', async () => {
  const time = createTime(0)
  await expect(time.until(new Promise(() => {}))).rejects.toThrow('longer than a day')
  expect(time.now()).toBe(86_400_000)
})

test('a work may wait for another one of its process that sleeps', async () => {
  const time = createTime(0)
  const process = time.startProcess()
  const shared = process.work(() => process.sleep(20))
  const waiting = process.work(() => shared)
  await time.until(Promise.all([shared, waiting]))
  expect(time.now()).toBe(20)
})
