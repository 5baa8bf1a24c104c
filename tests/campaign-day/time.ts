import { deliverCryptography } from './cryptography.ts'

/** A campaign's only clock, which is virtual. Nothing in the campaign waits for real time. */
export type Time = ReturnType<typeof createTime>

/**
 * After this many consecutive idle turns of the event loop, everything that can run without the clock advancing has
 * finished.
 */
const QUIET_TURNS = 3
/**
 * After this many turns, a task that neither sleeps nor ends must be waiting for a sleeping task of the same process,
 * for example because both share one read.
 */
const WAITING_TURNS = 500
const LONGEST_MS = 86_400_000

/**
 * The number of tasks of a process, and how many of them sleep. An `AsyncLocalStorage` would know which tasks sleep,
 * but on Node 20 it costs a tenth of the run time.
 */
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

  /** Waits until nothing more can happen without the clock advancing. */
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
      // Before then, work that needs no cryptography may still be running.
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

  /**
   * Removes and returns the first timer that is due by `end`. Timers for the same moment run in the order of creation.
   */
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
    // `isOver` is checked first, because a timer that has been taken must run.
    while (!isOver()) {
      const timer = takeFirst(end)
      now = Math.max(now, timer?.at ?? end)
      if (timer === null) return
      timer.run()
      await settle()
    }
  }

  return {
    /** Returns the time in milliseconds since 1970. */
    now: () => now,
    after,
    sleep,
    /** Starts a process that runs in virtual time, for example a server. */
    startProcess() {
      const tally: Tally = { works: 0, sleeping: 0 }
      processes.add(tally)
      return {
        /** Runs a task with the clock frozen. The clock advances only while every task of this process is asleep. */
        async work<T>(begin: () => Promise<T>): Promise<T> {
          tally.works += 1
          try {
            return await begin()
          } finally {
            tally.works -= 1
          }
        },
        /** Sleeps inside one of this process's tasks. */
        async sleep(ms: number) {
          tally.sleeping += 1
          await sleep(ms)
          tally.sleeping -= 1
        },
        /** Runs an operation with the clock frozen, even if every task of this process is asleep. */
        async hold<T>(run: () => Promise<T>): Promise<T> {
          holds += 1
          try {
            return await run()
          } finally {
            holds -= 1
            ended += 1
          }
        },
        /** Ends the process. The clock no longer waits for its tasks. */
        end: () => void processes.delete(tally),
      }
    },
    /**
     * Advances the clock: runs due timers one after another and waits until the work that each one starts has finished.
     */
    pass: (ms: number) => run(now + ms, () => false),
    /** Advances the clock until the promise settles. Throws if it does not settle within a day. */
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
    /** Returns the number of running tasks of all processes. */
    works: () => [...processes].reduce((sum, { works }) => sum + works, 0),
  }
}
