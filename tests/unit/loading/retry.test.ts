import { expect, test } from 'vitest'
import { withRetries } from '#src/loading/retry.ts'
import { createScreenLoader } from '#src/loading/screen-loader.ts'

const waits: number[] = []
const clock = {
  after(ms: number, run: () => void) {
    waits.push(ms)
    queueMicrotask(run)
    return () => {}
  },
}
const failing = (times: number) => {
  let tries = 0
  const load = async () => {
    tries += 1
    if (tries <= times) throw new Error(`try ${tries}`)
    return tries
  }
  return load
}

test('tries three times with increasing delays', async () => {
  waits.length = 0
  await expect(withRetries(failing(2), clock)).resolves.toBe(3)
  expect(waits).toEqual([400, 800])
  await expect(withRetries(failing(3), clock)).rejects.toThrow('try 3')
})

const Screen = () => null

test('loads a screen once for concurrent callers and returns it at once from then on', async () => {
  let fetched = 0
  const loader = createScreenLoader(clock)
  const load = async () => {
    fetched += 1
    return { default: Screen }
  }
  expect(loader.ready('home')).toBeNull()
  await Promise.all([loader.load('home', load), loader.load('home', load)])
  await loader.load('home', load)
  expect(loader.ready('home')).toBe(Screen)
  expect(fetched).toBe(1)
})

test('can load a screen again after a failure', async () => {
  const loader = createScreenLoader(clock)
  let online = false
  const load = async () => {
    if (!online) throw new TypeError('Failed to fetch')
    return { default: Screen }
  }
  await expect(loader.load('home', load)).rejects.toThrow('Failed to fetch')
  online = true
  await expect(loader.load('home', load)).resolves.toBe(Screen)
})
