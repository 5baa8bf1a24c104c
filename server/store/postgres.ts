import { Kysely, PostgresDialect } from 'kysely'
import { Pool, type PoolClient, type PoolConfig, types } from 'pg'
import type { Tables } from './tables.ts'

/**
 * How long a call waits for a new or free connection, in milliseconds. The same as the statement timeout.
 */
const CONNECTION_WAIT_MS = 15_000
/** Statement timeout in the database, in milliseconds. */
const STATEMENT_TIMEOUT_MS = 15_000
/** How long a statement waits for a row lock, in milliseconds. */
const LOCK_TIMEOUT_MS = 10_000
/** How long a transaction may be idle before PostgreSQL ends it and releases its locks, in milliseconds. */
const IDLE_TRANSACTION_MS = 30_000
/**
 * How long to wait for the response to a statement before closing the connection, in milliseconds. Longer
 * than the statement timeout.
 */
const SILENCE_MS = 20_000
const MAX_CONNECTIONS = 10

/** PostgreSQL types for 64-bit integers and their sums, read as numbers because our values stay well below 2^53. */
const INT8 = 20
const NUMERIC = 1700
const asNumber = (text: string): number => Number(text)

type Options = {
  /** Maximum number of connections of this process. */
  readonly max?: number
  /** False if commits need not wait for the disk, because losing the last writes in a database crash is harmless. */
  readonly durable?: boolean
  /** How long a call waits for a connection, in milliseconds. */
  readonly waitMs?: number
  /** How long to wait for the response to a statement before closing the connection, in milliseconds. */
  readonly silenceMs?: number
  /** Called with the error when a connection breaks. */
  readonly onError?: (error: Error) => void
}

/** Opens a PostgreSQL database: `postgres://user:password@host:port/name?sslmode=verify-full`. It connects on first use. */
export function openPostgres(url: string, options: Options = {}): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: poolOf(url, options) }) })
}

/** Creates a connection pool with timeouts for every operation. */
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
  // An error event without a listener ends the process. The pool emits errors of idle connections; a connection that
  // breaks during a transaction emits its own error and fails the statement. The pool then replaces the connection.
  pool.on('error', error => onError?.(error))
  pool.on('connect', client => {
    client.on('error', error => onError?.(error))
    closeWhenSilent(client)
  })
  return pool
}

type Silenceable = { query: (...given: unknown[]) => unknown; connection: { stream: { destroy(): void } } }

/**
 * Closes a connection if a statement gets no response in time. After a failover, the other end may be gone
 * without closing the connection. The operating system would notice only after 15 minutes, and the pool would
 * reuse the connection until then.
 */
function closeWhenSilent(client: PoolClient): void {
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
