import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerDeps } from '#server/deps.ts'
import { prepareStore } from '#tests/kit/prepared.ts'
import { seededRandom } from '#tests/kit/random.ts'
import { rowsOf } from '#tests/kit/rows.ts'
import { checkMessages } from './check.ts'
import { createDepartures } from './departures.ts'
import { fastClock } from './fast-clock.ts'
import { startLine } from './line.ts'
import type { LineFaults } from './line-commands.ts'
import { fillStore, peopleOf } from './people.ts'
import { startServers } from './servers.ts'
import { NOTIFICATIONS_EACH, playWaves } from './waves.ts'

const LIFF_ID = '1234567890-AbcdEfgh'

export type KillRunOptions = {
  readonly dialect: ServerDeps['dialect']
  readonly notifications: number
  readonly kills: number
  readonly lineKills: number
  /**
   * The seed for the times of the kills, the departures and LINE's faults. The timing of the processes stays random.
   */
  readonly seed: number
  /** The speed of all processes' clocks, as a multiple of the machine's. */
  readonly speed: number
  readonly faults: LineFaults
  /** The URL of a preload script that plants a defect in the servers. */
  readonly defect?: string
  readonly tell?: (line: string) => void
}

export type KillRun = Awaited<ReturnType<typeof killRun>>

/**
 * Starts LINE and the server as processes, kills both while messages are sent, and compares the database with the
 * chats.
 */
export async function killRun(options: KillRunOptions) {
  const { dialect, notifications, kills, lineKills, seed, speed, faults, defect, tell = () => {} } = options
  const random = seededRandom(seed)
  const clock = fastClock(speed)
  const folder = await mkdtemp(join(tmpdir(), 'kill-run-'))
  const cleanUp = [() => rm(folder, { recursive: true, force: true })]
  try {
    const store = await prepareStore(dialect, Math.ceil(notifications / NOTIFICATIONS_EACH), clock.now())
    cleanUp.push(store.drop)
    const { db, env } = store
    const people = peopleOf(store, { now: clock.now(), random })
    await fillStore(db, people, { now: clock.now(), random })
    const line = await startLine({
      ...{ clock, folder, seed, faults, liffId: LIFF_ID },
      userIds: people.map(({ userId }) => userId),
      friends: people.filter(({ role }) => role !== 'stranger').map(({ userId }) => userId),
    })
    cleanUp.push(line.close)
    const servers = await startServers({
      ...{ count: dialect === 'postgres' ? 2 : 1, env, clock, line },
      ...(defect === undefined ? {} : { defect }),
    })
    cleanUp.push(servers.close)
    const departures = createDepartures({ db, line, origin: servers.origin, now: clock.now })
    const begun = performance.now()
    const { expected, busyKills } = await playWaves({
      ...{ db, people, line, servers, departures, clock, env, kills, lineKills, random, tell },
    })
    const seconds = (performance.now() - begun) / 1000
    const { leavesAt, goneAt } = departures
    const addressees = people.map(({ customerId, userId, role }) => ({
      ...{ customerId, userId, role },
      leavesAt: leavesAt.get(customerId) ?? null,
      goneAt: goneAt.get(customerId) ?? null,
    }))
    const { bot } = (await line.state()).world
    const rows = await rowsOf({ db }, 'message')
    return {
      checked: checkMessages({ expected, people: addressees, rows, bot }),
      line: await line.counts(),
      ...{ kills: servers.killed(), lineKills: line.killed(), departed: goneAt.size },
      /** The number of server kills while messages were being sent. */
      busyKills,
      /** The time from the first departure until every notification was settled, in seconds of the machine's clock. */
      seconds,
    }
  } finally {
    for (const step of cleanUp.reverse()) await step()
  }
}
