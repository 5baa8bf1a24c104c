import { sql } from 'kysely'
import { pino } from 'pino'
import { createApp } from '#server/app.ts'
import type { ServerDeps } from '#server/deps.ts'
import { createDesk } from '#server/desk/app.ts'
import { deskDepsOf } from '#server/desk/start.ts'
import type { Fetch } from '#server/http/pipeline.ts'
import { runRetentionOnce } from '#server/retention/daily.ts'
import { scorePending } from '#server/review/score-pending.ts'
import { createWorkerJobs } from '#server/worker.ts'
import { DESK_ORIGIN } from '#tests/kit/desk.ts'
import { unlimited } from '#tests/kit/unlimited.ts'
import type { Chance } from './chance.ts'
import type { Connection } from './connection.ts'
import type { EmulatedLine } from './line.ts'
import { prizes } from './prizes.ts'
import type { Store } from './store.ts'
import type { Time } from './time.ts'

/** The longest pause between two statements of a server while the other server is working, in milliseconds. */
const OVERTAKE_MS = 4

/** A server's process: the product API, the desk and the background jobs. */
export type Backend = ReturnType<typeof startBackend>

type World = {
  readonly time: Time
  readonly chance: Chance
  readonly store: Store
  readonly line: EmulatedLine
}

/** Starts a server on the store, with empty memory. Without a token, the server sends no LINE messages. */
export function startBackend(
  { time, chance, store, line }: World,
  { name, hasToken }: { readonly name: string; readonly hasToken: boolean },
) {
  const log: string[] = []
  let isDead = false
  let onDeath = (_error: Error) => {}
  const death = new Promise<never>((_, reject) => {
    onDeath = reject
  })
  death.catch(() => {})
  const process = time.startProcess()

  /** The length of the next suspension, and the time at which the current one ends. */
  let suspension = 0
  let suspendedUntil = 0
  let onSuspended = () => {}

  async function askLine(request: Request): Promise<Response> {
    if (isDead) return new Promise(() => {})
    const outcome = await line.fromServer(request, process.sleep).catch((error: unknown) => ({ error }))
    if (suspension > 0) {
      suspendedUntil = time.now() + suspension
      suspension = 0
      onSuspended()
      await process.sleep(suspendedUntil - time.now())
    }
    if ('error' in outcome) throw outcome.error
    return outcome
  }

  /** Lets the other server overtake this one if both are working. */
  async function pause(): Promise<void> {
    if (time.now() < suspendedUntil) await process.sleep(suspendedUntil - time.now())
    if (time.works() > 1 && chance.is(0.5)) await process.sleep(chance.below(OVERTAKE_MS))
  }
  const connection: Connection = store.connect({ pause, hold: process.hold })

  function alive<T>(run: () => Promise<T>): Promise<T> {
    if (isDead) return Promise.reject(new TypeError('fetch failed'))
    return Promise.race([process.work(run), death])
  }

  const deps: ServerDeps = {
    db: connection.db,
    dialect: connection.dialect,
    objects: connection.objects,
    clock: { now: time.now },
    random: { bytes: length => chance.bytes(length) },
    line: {
      fetch: askLine,
      channelId: line.channelId,
      channelSecret: line.loginSecret,
    },
    messaging: hasToken ? line.messaging : null,
    noticeTargets: { mail: null, lineIds: [] },
    receiptReader: null,
    timeStamper: null,
    log: pino({ level: 'warn', base: null, timestamp: false }, { write: line => void log.push(line) }),
    metrics: null,
    allowedOrigins: [],
    trustProxy: 0,
    hsts: false,
  }
  const app = createApp(deps, { rateLimit: unlimited })
  const deskDeps = { ...deskDepsOf(deps, { origin: DESK_ORIGIN, demo: false }), advertised: prizes }
  const desk = createDesk(deskDeps, { rateLimit: unlimited })
  const jobs = createWorkerJobs(deps)
  const isStopped = () => isDead
  const ifAlive = (error: unknown) => {
    if (!isDead) throw error
  }

  return {
    name,
    deps,
    /** Errors and warnings that the server has logged. */
    log,
    /** Rejects if the server dies before it answers. */
    fetch: ((request, info) => alive(async () => whole(await app.fetch(request, info)))) as Fetch,
    desk: ((request, info) => alive(async () => whole(await desk.fetch(request, info)))) as Fetch,
    /** Runs one round of the background jobs. Resolves when the round ends, or when the server dies or is suspended. */
    work: (): Promise<void> => {
      if (time.now() < suspendedUntil) return Promise.resolve()
      const suspended = new Promise<void>(resolve => {
        onSuspended = resolve
      })
      const round = alive(async () => {
        await Promise.all([jobs.notices(isStopped), jobs.others(isStopped)])
        await scorePending(deps.db, isStopped)
      }).catch(ifAlive)
      return Promise.race([round, suspended])
    },
    /** Runs the daily deletion of old data, then rewrites the database file as the server does every night. */
    retain: (): Promise<void> =>
      alive(async () => {
        await runRetentionOnce(deps)
        // Unlike `rewriteFile`, this runs without a thread, because virtual time does not wait for threads.
        if (deps.dialect === 'sqlite') await sql`vacuum`.execute(deps.db)
      }).catch(ifAlive),
    isDead: () => isDead,
    /** Suspends the process for this many milliseconds after LINE's next answer, as if the machine were suspended. */
    suspend(ms: number) {
      suspension = ms
    },
    /** Ends the process like `kill -9`: it finishes nothing and closes nothing. */
    kill() {
      isDead = true
      connection.cut()
      process.end()
      onDeath(new TypeError('fetch failed'))
    },
  }
}

/**
 * Reads the whole response. Reading it later would need turns of the event loop, for which virtual time does not wait.
 * A server that is killed while it sends a file breaks off the response.
 */
async function whole(response: Response): Promise<Response> {
  const { status, headers } = response
  const bytes = await response.arrayBuffer()
  const isEmpty = [101, 204, 205, 304].includes(status)
  return new Response(isEmpty ? null : bytes, { status, headers })
}
