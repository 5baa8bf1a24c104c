import { deliverCryptography } from './cryptography.ts'

/** The one virtual time of a campaign. Nothing in it waits for real time. */
export type Time = ReturnType<typeof createTime>

/** Consecutive idle turns of the event loop after which everything that needs no time has finished. */
const QUIET_TURNS = 3
/**
 * Turns after which a work that neither sleeps nor ends must be waiting for one of its process that sleeps, for example
 * because both share one read.
 */
const WAITING_TURNS = 500
const LONGEST_MS = 86_400_000

/** Counts, because Node 20 takes a tenth of the time for an `AsyncLocalStorage` that knows which work sleeps. */
type Tally = { works: number; sleeping: number }
type Timer = { readonly at: number; readonly run: () => void }

/** Creates a clock that starts at this time, in milliseconds since 1970. */
export function createTime(start: number) {
  let now = start
  let count = 0
  let holds = 0
  let ended = 0
  const timers = new Map<number, Timer>()
  const processes = new Set<Tally>()

  const isBusy = (turns: number) =>
    [...processes].some(
      ({ works, sleeping }) => works > sleeping && (sleeping === 0 || turns < WAITING_TURNS),
    )

  /** Waits until nothing can happen without time. */
  async function settle(): Promise<void> {
    let turns = 0
    let seen = ended
    for (
      let quiet = 0;
      quiet < QUIET_TURNS;
      quiet = holds > 0 || isBusy(turns) || seen !== ended ? 0 : quiet + 1
    ) {
      seen = ended
      turns += 1
      await new Promise(resolve => setImmediate(resolve))
      // Before that, what needs no cryptography has not ended.
      if (turns % QUIET_TURNS !== 0 || !(await deliverCryptography())) continue
      quiet = -1
      turns = 0
    }
  }

  /** Calls `run` once after `ms` milliseconds. The returned function cancels this. */
  function after(ms: number, run: () => void): () => void {
    count += 1
    const id = count
    timers.set(id, { at: now + Math.max(0, ms), run })
    return () => timers.delete(id)
  }

  const sleep = (ms: number) => new Promise<void>(resolve => after(ms, resolve))

  /** Removes and returns the first timer until `end`. Timers for the same moment run in the order of their creation. */
  function takeFirst(end: number): Timer | null {
    let found: number | null = null
    let first: Timer | null = null
    for (const [id, timer] of timers) {
      if (timer.at > end || (first !== null && timer.at >= first.at)) continue
      found = id
      first = timer
    }
    if (found !== null) timers.delete(found)
    return first
  }

  /** Runs the timers until `end`, or until `isOver` is true. */
  async function run(end: number, isOver: () => boolean): Promise<void> {
    await settle()
    // A timer that is taken must run, so `isOver` comes first.
    while (!isOver()) {
      const timer = takeFirst(end)
      now = Math.max(now, timer?.at ?? end)
      if (timer === null) return
      timer.run()
      await settle()
    }
  }

  return {
    /** Milliseconds since 1970. */
    now: () => now,
    after,
    sleep,
    /** Starts a process that works in virtual time, for example a server. */
    startProcess() {
      const tally: Tally = { works: 0, sleeping: 0 }
      processes.add(tally)
      return {
        /** Runs work during which time stands still, except while works of this process sleep. */
        async work<T>(begin: () => Promise<T>): Promise<T> {
          tally.works += 1
          try {
            return await begin()
          } finally {
            tally.works -= 1
          }
        },
        /** Sleeps within one of this process's works. */
        async sleep(ms: number) {
          tally.sleeping += 1
          await sleep(ms)
          tally.sleeping -= 1
        },
        /** Runs something during which time stands still, although works of the process sleep. */
        async hold<T>(run: () => Promise<T>): Promise<T> {
          holds += 1
          try {
            return await run()
          } finally {
            holds -= 1
            ended += 1
          }
        },
        /** Ends the process. Time no longer waits for its works. */
        end: () => void processes.delete(tally),
      }
    },
    /** Lets time pass: runs due timers one after the other and lets the work that each one starts finish. */
    pass: (ms: number) => run(now + ms, () => false),
    /** Lets time pass until the promise settles. Throws if it does not within a day. */
    async until<T>(promise: Promise<T>): Promise<T> {
      let isOver = false
      const end = () => {
        isOver = true
      }
      promise.then(end, end)
      await run(now + LONGEST_MS, () => isOver)
      if (!isOver) throw new Error('Something took longer than a day of virtual time.')
      return promise
    },
    /** The number of works of all processes that have not ended. */
    works: () => [...processes].reduce((sum, { works }) => sum + works, 0),
  }
}
