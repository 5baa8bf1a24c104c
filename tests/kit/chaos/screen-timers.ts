import { act } from '#tests/kit/act.ts'
import { testFrames } from '#tests/kit/frames.ts'
import type { World } from './world.ts'

/**
 * Runs the screens' timers on the virtual clock, and draws animation frames on request. Intervals, such as countdowns,
 * never fire.
 */
export function screenTimers() {
  const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis
  const { requestAnimationFrame, cancelAnimationFrame } = globalThis
  const cancels = new Map<number, () => void>()
  const frames = testFrames(act)
  let last = 0
  return {
    begin({ clock }: World) {
      Object.assign(globalThis, {
        setTimeout(run: () => void, ms = 0) {
          last += 1
          cancels.set(last, clock.after(ms, run))
          return last
        },
        clearTimeout: (id: number) => cancels.get(id)?.(),
        setInterval: () => 0,
        clearInterval: () => {},
        ...frames.globals,
      })
    },
    draw: frames.draw,
    end() {
      Object.assign(globalThis, {
        setTimeout,
        clearTimeout,
        setInterval,
        clearInterval,
        requestAnimationFrame,
        cancelAnimationFrame,
      })
    },
  }
}
