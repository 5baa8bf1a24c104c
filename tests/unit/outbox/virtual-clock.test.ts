import { expect, test } from 'vitest'
import { settle, virtualClock } from '#tests/kit/clock.ts'

test.each([0, 5, 11, 12, 20, 23])(
  'waits for a server that needs %i event-loop turns before time passes',
  async turns => {
    let busy = true
    const clock = virtualClock(0, () => busy)
    const seen: string[] = []
    const answered = settle(turns).then(async () => {
      busy = false
      await settle(8)
      seen.push('read')
    })
    clock.after(1, () => seen.push('later'))
    await clock.advance(1)
    await answered
    expect(seen).toEqual(['read', 'later'])
  },
)
