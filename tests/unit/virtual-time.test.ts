import { expect, test } from 'vitest'
import { holdCryptography } from '#tests/campaign-day/cryptography.ts'
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

test('time stands still while a process does something, although one of its works sleeps', async () => {
  const time = createTime(0)
  const process = time.startProcess()
  const ended: string[] = []
  const sleeping = process.work(async () => {
    await process.sleep(20)
    ended.push(`sleeper at ${time.now()}`)
  })
  const statements = async () => {
    for (let left = 10; left > 0; left -= 1) {
      await process.hold(() => new Promise(resolve => setImmediate(resolve)))
    }
    ended.push(`worker at ${time.now()}`)
  }
  await time.until(Promise.all([sleeping, statements()]))
  expect(ended).toEqual(['worker at 0', 'sleeper at 20'])
})

test('results of cryptography are delivered in the order of the calls', async () => {
  const time = createTime(0)
  const release = holdCryptography()
  const ended: string[] = []
  const digest = async (name: string, bytes: number) => {
    await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))
    ended.push(name)
  }
  await time.until(Promise.all([digest('long', 10_000_000), digest('short', 1)]))
  release()
  expect(ended).toEqual(['long', 'short'])
})
