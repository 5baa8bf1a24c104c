import { Kysely, PostgresDialect } from 'kysely'
import { Pool, type PoolClient, type PoolConfig, types } from 'pg'
import type { Tables } from './tables.ts'

/**
 * How long a call waits for a connection that must be made or come free, in milliseconds: as long as for a statement.
 */
const CONNECTION_WAIT_MS = 15_000
/** How long the database works on one statement before it gives up, in milliseconds. */
const STATEMENT_TIMEOUT_MS = 15_000
/** How long a statement waits for another one's row, in milliseconds. */
const LOCK_TIMEOUT_MS = 10_000
/** After this a transaction whose process has gone silent lets go of its rows, in milliseconds. */
const IDLE_TRANSACTION_MS = 30_000
/** A connection that answers nothing at all, not even that it timed out, is given up after this, in milliseconds. */
const SILENCE_MS = 20_000
const MAX_CONNECTIONS = 10

/** PostgreSQL's types for whole numbers of 64 bits and for sums of them: ours stay well under 2^53. */
const INT8 = 20
const NUMERIC = 1700
const asNumber = (text: string): number => Number(text)

type Options = {
  /** Connections of this process at most. */
  readonly max?: number
  /** False where losing the last moments in a crash of the database costs nothing: commits do not wait for the disk. */
  readonly durable?: boolean
  /** How long a call waits for a connection, in milliseconds. */
  readonly waitMs?: number
  /** After how much silence a connection is given up, in milliseconds. */
  readonly silenceMs?: number
  /** Told of connections that break while nobody uses them. */
  readonly onError?: (error: Error) => void
}

/** Opens a PostgreSQL database by its address, `postgres://user:password@host:port/name`. Connects when first used. */
export function openPostgres(url: string, options: Options = {}): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: poolOf(url, options) }) })
}

/** Connections to a PostgreSQL database, made when needed, with limits on how long anything may take. */
function poolOf(
  url: string,
  {
    max = MAX_CONNECTIONS,
    durable = true,
    waitMs = CONNECTION_WAIT_MS,
    silenceMs = SILENCE_MS,
    onError,
  }: Options = {},
): Pool {
  const config: PoolConfig = {
    connectionString: url,
    max,
    connectionTimeoutMillis: waitMs,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    query_timeout: silenceMs,
    keepAlive: true,
    application_name: 'campaign',
    types: {
      getTypeParser: ((oid: number, format: 'text' | 'binary') =>
        oid === INT8 || oid === NUMERIC ? asNumber : types.getTypeParser(oid, format)) as never,
    },
    ...(durable ? {} : { options: '-c synchronous_commit=off' }),
  }
  const pool = new Pool(config)
  // An error without a listener ends the process. The pool hears of connections that break while idle; one that
  // breaks in the middle of a transaction tells itself, besides failing the statement. Either is then replaced.
  pool.on('error', error => onError?.(error))
  pool.on('connect', client => {
    client.on('error', error => onError?.(error))
    endSilent(client)
  })
  return pool
}

type Silenceable = { query: (...given: unknown[]) => unknown; connection: { stream: { destroy(): void } } }

/**
 * Closes a connection whose statement has had no answer in time. Its other end is gone without a word, as after a
 * failover, and the system would find out only after a quarter of an hour; the pool would hand it out until then.
 */
function endSilent(client: PoolClient): void {
  const silenceable = client as unknown as Silenceable
  const query = silenceable.query.bind(client)
  silenceable.query = (...given) => {
    const result = query(...given)
    if (result instanceof Promise)
      result.catch((error: Error) => {
        if (/query read timeout/i.test(error.message)) silenceable.connection.stream.destroy()
      })
    return result
  }
}
