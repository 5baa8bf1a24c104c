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

test('runs deferred work in order after the first screen’s second frame', async () => {
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

test('runs deferred work at once on a hidden page', () => {
  const { done, ask } = page(false)
  ask('at once')
  expect(done).toEqual(['at once'])
})

test('runs deferred work eventually if no screen is ever painted', async () => {
  const { clock, done, ask } = page()
  ask('in the end')
  await clock.advance(10_000)
  expect(done).toEqual(['in the end'])
})
