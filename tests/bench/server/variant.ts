import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { CallName } from '#contract/calls.ts'
import { createApp } from '#server/app.ts'
import { sessionRows } from '#server/auth/sessions.ts'
import { readSettings } from '#server/config.ts'
import type { ServerDeps } from '#server/deps.ts'
import * as handlers from '#server/generated/handlers.ts'
import type { Handlers } from '#server/handler.ts'
import { sha256Hex } from '#server/hash.ts'
import type { Fetch } from '#server/http/pipeline.ts'
import { sharedRateLimit } from '#server/http/rate-buckets.ts'
import { createRateLimit, type RateLimit } from '#server/http/rate-limit.ts'
import { createServer } from '#server/server.ts'
import { openServer } from '#server/start.ts'
import { logWriterOf } from '#server/store/log-writer.ts'
import { openPostgres } from '#server/store/postgres.ts'
import type { Tables } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { preparedCustomers } from '#tests/kit/prepared.ts'

/** A server process: `batched` as in production, `single` with a transaction per call, or `none` without a database. */
const variant = process.argv[2]
const HASHES_PER_STATEMENT = 1000
const read = readSettings(process.env, 'emulator')
if (!read.ok) throw new Error(read.errors.join('\n'))
const { settings } = read
const server = await openServer(settings)

/** The sessions of the prepared store by token hash, the only data that a log call reads. */
const sessions = new Map<string, Awaited<ReturnType<typeof sessionRows>>[number]>()
const hashes = preparedCustomers(Number(process.env.BENCH_CUSTOMERS)).map(({ token }) => sha256Hex(token))
for (let at = 0; at < hashes.length; at += HASHES_PER_STATEMENT)
  for (const row of await sessionRows(server.deps.db, hashes.slice(at, at + HASHES_PER_STATEMENT)))
    sessions.set(row.token_hash, row)

/** A fake database that answers every query for a session immediately. */
function nothing(dialect: ServerDeps['dialect']): Kysely<Tables> {
  class Instant extends DummyDriver {
    override async acquireConnection() {
      const answer = <R>({ parameters }: CompiledQuery) =>
        ({ rows: parameters.flatMap(one => sessions.get(String(one)) ?? []) }) as QueryResult<R>
      return {
        executeQuery: async <R>(query: CompiledQuery) => answer<R>(query),
        streamQuery: async function* <R>(query: CompiledQuery) {
          yield answer<R>(query)
        },
      }
    }
  }
  const postgres = dialect === 'postgres'
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => (postgres ? new PostgresAdapter() : new SqliteAdapter()),
      createDriver: () => new Instant(),
      createIntrospector: db => (postgres ? new PostgresIntrospector(db) : new SqliteIntrospector(db)),
      createQueryCompiler: () => (postgres ? new PostgresQueryCompiler() : new SqliteQueryCompiler()),
    },
  })
}

const single: Handlers<CallName> = {
  ...handlers,
  // Uses the production writer with one transaction per call, so that each batch contains one call.
  logPageView: ({ db, body, now }) =>
    inTransaction(db, async trx => {
      const { customerId: customer_id, path, eventId: event_id = '' } = body
      const row = { event_id, customer_id, path, at: now, received_at: now }
      await logWriterOf(trx).write({ states: [], pageViews: [row] })
      return { logged: true as const }
    }),
}
const silent: Handlers<CallName> = { ...handlers, logPageView: async () => ({ logged: true }) }

function fetchOf(): Fetch {
  const { deps } = server
  if (variant === 'none') {
    const limits = { rateLimit: createRateLimit(deps.clock) }
    return createApp({ ...deps, db: nothing(deps.dialect) }, { handlers: silent, ...limits }).fetch
  }
  if (variant !== 'single') return server.fetch
  return createApp(alone(deps), { handlers: single, rateLimit: limitsAlone(deps) }).fetch
}

/** The log writer batches per database object, so a new object on every access prevents batching. */
const alone = (deps: ServerDeps): ServerDeps => ({
  ...deps,
  get db() {
    return deps.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => result,
    })
  },
})

/** Returns the same rate limit as `openServer`, but with one statement per call. */
function limitsAlone({ clock }: ServerDeps): RateLimit {
  const { databaseUrl } = settings
  if (databaseUrl === null) return createRateLimit(clock)
  const db = openPostgres(databaseUrl, { max: 3, durable: false })
  return { take: (key, perMinute) => sharedRateLimit(db, clock).take(key, perMinute) }
}

const { port } = await createServer(fetchOf(), { port: 0, host: '127.0.0.1' })
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ rss: process.memoryUsage().rss, cpuMs: (user + system) / 1000 })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ port })
