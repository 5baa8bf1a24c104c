/** A clock in milliseconds. Tests replace it with one that jumps from event to event. */
export type LinkClock = {
  now(): number
  /** Calls `run` at a time, or in the next task if that time has passed. */
  at(time: number, run: () => void): void
}

export const realClock: LinkClock = {
  now: () => performance.now(),
  at: (time, run) => void setTimeout(run, Math.max(0, time - performance.now())),
}
