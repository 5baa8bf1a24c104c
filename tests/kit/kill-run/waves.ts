import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { MEMBERS_MAX } from '#server/messages/request.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'
import { announceResults, decide, remindOfClosing } from './causes.ts'
import type { Expected } from './check.ts'
import type { Departures } from './departures.ts'
import type { FastClock } from './fast-clock.ts'
import type { LineProcess } from './line.ts'
import type { Person } from './people.ts'
import type { Servers } from './servers.ts'

/**
 * Notifications per person in the first wave: two decisions and the reminder of the closing. The result is the second
 * wave.
 */
const FIRST_WAVE = 3
export const NOTIFICATIONS_EACH = FIRST_WAVE + 1

/** How long a run may go on without progress, in milliseconds of the machine's clock. */
const STUCK_MS = 120_000
/** The interval between reads of the database, in milliseconds. */
const LOOK_MS = 100
/** A kill follows a request by at most this many milliseconds, so that kills hit every step of sending. */
const AFTER_REQUEST_MS = 12
/** LINE is restarted after this share of the kills. */
const LINE_RESTART = 1 / 4

type Parts = {
  readonly db: Db
  readonly people: readonly Person[]
  readonly line: LineProcess
  readonly servers: Servers
  readonly departures: Departures
  readonly clock: FastClock
  readonly env: Readonly<Record<string, string>>
  readonly kills: number
  /** The number of times that the emulated LINE is killed, between the kills of the servers. */
  readonly lineKills: number
  readonly random: () => number
  readonly tell: (line: string) => void
}

/** Counts the messages that are not settled, and the customers whom running mailings have not reached yet. */
async function unsettledIn(db: Db, people: number): Promise<number> {
  const mailings = await db.selectFrom('mailing').select('enqueued').where('state', '=', 'running').execute()
  const toCome = mailings.reduce((sum, { enqueued }) => sum + Math.max(1, people - enqueued), 0)
  return toCome + (await countOf(db.selectFrom('message').where('state', 'in', ['waiting', 'held'])))
}

/** Resolves when `count` is 0, or when it has not decreased for `STUCK_MS`. */
async function whenNone(count: () => Promise<number>): Promise<void> {
  let lowest = Number.POSITIVE_INFINITY
  let since = Date.now()
  for (;;) {
    const left = await count()
    if (left === 0) return
    if (left < lowest) {
      lowest = left
      since = Date.now()
    }
    if (Date.now() - since > STUCK_MS) return
    await wait(LOOK_MS)
  }
}

/** Returns the people who depart: `early` before anything is sent, and `later` in the order of their departure. */
function departing(people: readonly Person[], random: () => number) {
  const all = people.filter(({ role }) => role !== 'friend' && role !== 'stranger')
  const early = all.filter(({ role }, n) => role === 'blocks' && n % 3 === 0)
  const later = all
    .filter(person => !early.includes(person))
    .map(person => ({ person, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ person }) => person)
  return { early, later }
}

/**
 * Causes all notifications in two waves, and kills servers while each wave is sent. Returns when everything is settled.
 */
export async function playWaves(parts: Parts) {
  const { db, people, line, servers, departures, clock, kills, lineKills, random, tell } = parts
  const { early, later } = departing(people, random)
  const expected: Expected[] = []
  /** The customers whose receipts are all decided. */
  const decided = new Set<string>()
  const unsettled = () => unsettledIn(db, people.length)
  let busyKills = 0

  /** Removes the people who depart after this kill from `later`, and returns them. */
  function nextToDepart(): Person[] {
    const killsLeft = kills - servers.killed() + 1
    // A person may leave only after both of their receipts are decided, because leaving deletes the receipts.
    const ready = later.filter(({ role, customerId }) => role !== 'leaves' || decided.has(customerId))
    const next = ready.slice(0, Math.ceil(later.length / killsLeft))
    for (const person of next) later.splice(later.indexOf(person), 1)
    return next
  }

  /** Waits for about `share` more requests. Returns false if all notifications are settled before that. */
  async function someRequests(share: number, isMore: () => Promise<boolean>): Promise<boolean> {
    const { arrived } = await line.counts()
    let isReached = false
    const reached = line.reached(arrived + Math.ceil(share * (0.3 + 0.8 * random()) + 1)).then(
      () => {
        isReached = true
      },
      // LINE was restarted or killed after the loop below ended.
      () => {},
    )
    // One request can contain several decisions, so there may be fewer requests than notifications.
    while (!isReached && (await isMore())) await Promise.race([reached, wait(LOOK_MS)])
    return isReached
  }

  async function killLine(remaining: () => Promise<number>): Promise<void> {
    await someRequests(0, async () => (await remaining()) > 0)
    await line.kill(random() * AFTER_REQUEST_MS)
  }

  /**
   * Kills servers while messages are sent. `toCome` returns the number of notifications that the run has not caused
   * yet.
   */
  async function killWhileSending(times: number, toCome: () => number, perRequest = 1): Promise<void> {
    const remaining = async () => toCome() + (await unsettled())
    for (let left = times; left > 0; left--) {
      const share = (await remaining()) / perRequest / (left + 1)
      if (await someRequests(share, async () => (await remaining()) > 0)) busyKills += 1
      await wait(random() * AFTER_REQUEST_MS)
      await servers.kill()
      if (servers.killed() === Math.ceil(kills * LINE_RESTART)) await line.restart()
      if (line.killed() < Math.floor((servers.killed() / kills) * lineKills)) await killLine(remaining)
      for (const person of nextToDepart()) await departures.depart(person)
      tell(`kill ${servers.killed()}: ${await unsettled()} wait, ${departures.goneAt.size} people have left`)
    }
  }

  let isCausing = true
  async function causeFirstWave(): Promise<void> {
    for (const index of [0, 1])
      for (const person of people) {
        expected.push(await decide(db, person, index, clock.now()))
        if (index === 1) decided.add(person.customerId)
        // SQLite blocks the process, so without this pause nothing else in it would run.
        await setImmediate()
      }
    expected.push(...(await remindOfClosing(parts, people)))
    isCausing = false
  }

  for (const person of early) await departures.depart(person)
  // The result is sent in a few multicasts, so few kills can hit it.
  const firstKills = kills - Math.ceil(kills / 10)
  const toCome = () => (isCausing ? people.length * FIRST_WAVE - expected.length : 0)
  await Promise.all([causeFirstWave(), killWhileSending(firstKills, toCome)])
  await whenNone(unsettled)
  expected.push(...(await announceResults(parts, people)))
  await killWhileSending(kills - firstKills, () => 0, MEMBERS_MAX)
  await whenNone(unsettled)
  return { expected, busyKills }
}
