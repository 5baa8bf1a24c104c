import type { Clock } from '#src/ports.ts'

/** Tries for a screen's script, and the wait before the second one in milliseconds; it doubles. */
const TRIES = 3
const FIRST_WAIT_MS = 400

/** Loads with three tries in all: a lost request on a bad network must not cost the customer the screen. */
export async function retrying<T>(
  load: () => Promise<T>,
  clock: Pick<Clock, 'after'>,
  tries: number = TRIES,
  wait: number = FIRST_WAIT_MS,
): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (tries <= 1) throw error
    await new Promise<void>(resolve => clock.after(wait, resolve))
    return retrying(load, clock, tries - 1, wait * 2)
  }
}
