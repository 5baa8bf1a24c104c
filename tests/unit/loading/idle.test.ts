// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eachWhenIdle } from '#src/loading/idle.ts'

const clock = {
  after(ms: number, run: () => void) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  document.body.replaceChildren()
})

test('loads one file after the other', async () => {
  const done: string[] = []
  let arrive = () => {}
  const first = () => new Promise<void>(resolve => (arrive = resolve))
  void eachWhenIdle([first, () => done.push('second')], clock)
  await pass(60_000)
  expect(done).toEqual([])
  arrive()
  await pass(20_000)
  expect(done).toEqual(['second'])
})

test('in a browser that does not say when it is idle, loads forty files within ten seconds after the first', async () => {
  vi.stubGlobal('requestIdleCallback', undefined)
  let done = 0
  void eachWhenIdle(
    Array.from({ length: 41 }, () => () => {
      done += 1
    }),
    clock,
  )
  await pass(2000)
  expect(done).toBe(1)
  await pass(10_000)
  expect(done).toBe(41)
})

test.each(['pointerdown', 'keydown', 'scroll'])('waits while the customer goes on with %s', async type => {
  const done: string[] = []
  let arrive = () => {}
  const first = () => new Promise<void>(resolve => (arrive = resolve))
  void eachWhenIdle([first, () => done.push('second')], clock)
  await pass(20_000)
  for (let n = 0; n < 30; n += 1) {
    dispatchEvent(new Event(type))
    if (n === 1) arrive()
    await pass(1000)
  }
  expect(done).toEqual([])
  await pass(20_000)
  expect(done).toEqual(['second'])
})

test('waits while a field has the focus', async () => {
  const done: string[] = []
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  void eachWhenIdle([() => done.push('file')], clock)
  await pass(60_000)
  expect(done).toEqual([])
  field.blur()
  await pass(20_000)
  expect(done).toEqual(['file'])
})
