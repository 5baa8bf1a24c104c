// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { useNow } from '#src/ui/use-now.ts'
import { act } from '#tests/kit/act.ts'
import { show } from '#tests/kit/render.tsx'

let hidden = false
let drawn = 0
beforeEach(() => {
  hidden = false
  drawn = 0
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
})

function Clock() {
  drawn += 1
  return <time>{useNow(1000)}</time>
}

const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms))

test('rerenders a clock every second while the tab is visible, and not while it is hidden', async () => {
  let now = 1000
  const { container } = await show(<Clock />, { now: () => (now += 1000) })
  const shown = () => Number(container.querySelector('time')?.textContent)
  const before = shown()
  await pass(3000)
  expect(shown()).toBe(before + 3000)

  hidden = true
  const [drawnBefore, timeBefore] = [drawn, shown()]
  await pass(60_000)
  expect([drawn, shown()]).toEqual([drawnBefore, timeBefore])

  hidden = false
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  expect(shown(), 'immediately when it is visible again').toBeGreaterThan(timeBefore)
})
