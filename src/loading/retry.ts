import type { Timer } from './timer.ts'

const ATTEMPTS = 3
/** Doubles with each attempt. */
const FIRST_WAIT_MS = 400

/** Lets a screen load even if a single request is lost on a bad network. */
export async function withRetries<T>(
  load: () => Promise<T>,
  clock: Timer,
  attempts: number = ATTEMPTS,
  wait: number = FIRST_WAIT_MS,
): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (attempts <= 1) throw error
    await new Promise<void>(resolve => clock.after(wait, resolve))
    return withRetries(load, clock, attempts - 1, wait * 2)
  }
}
