import type { Sending } from '#emulator/world/bot-state.ts'
import { FRIEND, hello } from './bot-kit.ts'

export const START = Date.parse('2026-02-03T04:05:06Z')
export const HOUR_MS = 3_600_000

/** Returns a push to the friend, with the index in its ids. */
export const sendingOf = (index: number, change: Partial<Sending> = {}): Sending => ({
  ...{
    requestId: `request-${index}`,
    at: START,
    via: 'push',
    targets: 1,
    delivered: [FRIEND],
    chatId: FRIEND,
  },
  ...{ messages: [{ id: String(index), message: hello }], units: [], order: index },
  ...change,
})
