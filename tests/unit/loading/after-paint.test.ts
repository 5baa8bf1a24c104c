import { expect, test } from 'vitest'
import { createAfterPaint } from '#src/loading/after-paint.ts'
import { virtualClock } from '#tests/kit/clock.ts'

function page(visible = true) {
  const clock = virtualClock(0)
  const frames: (() => void)[] = []
  const paint = createAfterPaint(clock, { visible: () => visible }, run => void frames.push(run))
  const done: string[] = []
  return { clock, frames, paint, done, ask: (name: string) => paint.afterPaint(() => done.push(name)) }
}

test('what can wait is done after the second frame of the first screen, in its order', async () => {
  const { clock, frames, paint, done, ask } = page()
  ask('first')
  ask('second')
  expect(frames).toHaveLength(0)
  paint.shown()
  frames.shift()?.()
  await clock.advance(0)
  expect(done).toEqual([])
  frames.shift()?.()
  await clock.advance(0)
  expect(done).toEqual(['first', 'second'])
  ask('late')
  expect(done).toEqual(['first', 'second', 'late'])
})

test('a hidden page draws nothing and waits for nothing', () => {
  const { done, ask } = page(false)
  ask('at once')
  expect(done).toEqual(['at once'])
})

test('a screen that never comes holds nothing up for ever', async () => {
  const { clock, done, ask } = page()
  ask('in the end')
  await clock.advance(10_000)
  expect(done).toEqual(['in the end'])
})
