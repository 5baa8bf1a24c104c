import { Kysely, PostgresDialect } from 'kysely'
import { Pool, type PoolClient, type PoolConfig, types } from 'pg'
import type { Tables } from './tables.ts'

/** How long a call waits for a connection; the same as the statement timeout. */
const CONNECTION_WAIT_MS = 15_000
const STATEMENT_TIMEOUT_MS = 15_000
const LOCK_TIMEOUT_MS = 10_000
/** After this time, PostgreSQL ends an idle transaction and releases its locks. */
const IDLE_TRANSACTION_MS = 30_000
/** How long to wait for a response before closing the connection. */
const SILENCE_MS = 20_000
const MAX_CONNECTIONS = 10

/** 64-bit integers and their sums are read as numbers, because our values are well below 2^53. */
const INT8 = 20
const NUMERIC = 1700
const asNumber = (text: string): number => Number(text)

type Options = {
  readonly max?: number
  /** If false, commits do not wait for the disk, and a crash can lose the last writes. */
  readonly durable?: boolean
  readonly waitMs?: number
  readonly silenceMs?: number
  readonly onError?: (error: Error) => void
}

/**
 * Opens a PostgreSQL database, for example `postgres://user:password@host:port/name?sslmode=verify-full`. The
 * connection is made on first use.
 */
export function openPostgres(url: string, options: Options = {}): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: poolOf(url, options) }) })
}

export function poolOf(
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
  // An error event without a listener would end the process. The pool emits the errors of idle connections; a
  // connection emits its own error if it breaks during a transaction.
  pool.on('error', error => onError?.(error))
  pool.on('connect', client => {
    client.on('error', error => onError?.(error))
    closeWhenSilent(client)
  })
  return pool
}

type Silenceable = { query: (...given: unknown[]) => unknown; connection: { stream: { destroy(): void } } }

/**
 * Closes a connection if a statement gets no response in time. After a failover the server may be gone, but the system
 * notices that only after 15 minutes.
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
