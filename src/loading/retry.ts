import type { Timer } from './timer.ts'

/** Tries for a screen's script, and the wait before the second one in milliseconds; it doubles. */
const TRIES = 3
const FIRST_WAIT_MS = 400

/** Loads with three tries in all: a lost request on a bad network must not cost the customer the screen. */
export async function withRetries<T>(
  load: () => Promise<T>,
  clock: Timer,
  tries: number = TRIES,
  wait: number = FIRST_WAIT_MS,
): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (tries <= 1) throw error
    await new Promise<void>(resolve => clock.after(wait, resolve))
    return withRetries(load, clock, tries - 1, wait * 2)
  }
}
