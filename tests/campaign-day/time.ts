import { AsyncLocalStorage } from 'node:async_hooks'
import { pendingCryptography } from './cryptography.ts'

/** Work of one server, for example the handling of a request. It no longer counts once its server is dead. */
type Work = { running: boolean; sleeping: number }

/** The one virtual time of a campaign. Nothing in it waits for real time. */
export type Time = {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls `run` once after `ms` milliseconds. The returned function cancels this. */
  after(ms: number, run: () => void): () => void
  sleep(ms: number): Promise<void>
  /** Runs work during which time stands still, except while the work itself sleeps. */
  work<T>(run: () => Promise<T>): { readonly result: Promise<T>; abandon(): void }
  /** Lets time pass: runs due timers one after the other and lets the work that each one starts finish. */
  pass(ms: number): Promise<void>
  /** Lets time pass until the promise settles. Throws if it does not within a day. */
  until<T>(promise: Promise<T>): Promise<T>
  /** The number of works that have not ended. All of them sleep while time passes. */
  workers(): number
}

/** Consecutive idle turns of the event loop after which everything that needs no time has finished. */
const QUIET_TURNS = 3
const LONGEST_MS = 86_400_000

type Timer = { readonly at: number; readonly run: () => void }

/** Creates a clock that starts at this time, in milliseconds since 1970. */
export function createTime(start: number): Time {
  let now = start
  let count = 0
  const timers = new Map<number, Timer>()
  const works = new Set<Work>()
  const current = new AsyncLocalStorage<Work>()

  const isBusy = () => {
    if (pendingCryptography() > 0) return true
    for (const work of works) if (work.sleeping === 0) return true
    return false
  }

  async function takeTurns(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet = isBusy() ? 0 : quiet + 1)
      await new Promise(resolve => setImmediate(resolve))
  }

  /**
   * Waits until nothing can happen without time. The app imports some scripts late, and tsx resolves imports on a thread, in
   * their order: once an import of the clock has been resolved, the app's earlier ones have been as well.
   */
  async function settle(): Promise<void> {
    await takeTurns()
    await import('./chance.ts')
    await takeTurns()
  }

  function after(ms: number, run: () => void): () => void {
    count += 1
    const id = count
    timers.set(id, { at: now + Math.max(0, ms), run })
    return () => timers.delete(id)
  }

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
    for (let timer = takeFirst(end); timer !== null && !isOver(); timer = takeFirst(end)) {
      now = Math.max(now, timer.at)
      timer.run()
      await settle()
      if (isOver()) return
    }
    if (!isOver()) now = Math.max(now, end)
  }

  return {
    now: () => now,
    after,
    sleep(ms) {
      const work = current.getStore()
      if (work) work.sleeping += 1
      return new Promise(resolve => {
        after(ms, () => {
          if (work) work.sleeping -= 1
          resolve()
        })
      })
    },
    work(begin) {
      const work: Work = { running: true, sleeping: 0 }
      works.add(work)
      const end = () => {
        works.delete(work)
      }
      const result = current.run(work, begin)
      result.then(end, end)
      return { result, abandon: end }
    },
    pass: ms => run(now + ms, () => false),
    async until(promise) {
      let isOver = false
      const end = () => {
        isOver = true
      }
      promise.then(end, end)
      await run(now + LONGEST_MS, () => isOver)
      if (!isOver) throw new Error('Something took longer than a day of virtual time.')
      return promise
    },
    workers: () => works.size,
  }
}
