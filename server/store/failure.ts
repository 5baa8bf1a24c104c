/** SQLite's codes for a database that cannot be used now, by their beginning. */
const SQLITE_DOWN = /^SQLITE_(BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|NOTADB|CORRUPT|PROTOCOL)/
/**
 * PostgreSQL's classes 08 (connection), 53 (resources) and 57P (shutdown), statements that took too long (57014,
 * 55P03, 25P03), a database that is only a standby (25006), is gone (3D000) or lets nobody in (55000), refused
 * logins (28), and the socket's own errors.
 */
const POSTGRES_DOWN =
  /^(08...|53...|57P..|57014|55P03|55000|25P03|25006|3D000|28...|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT)$/
/** What the drivers say without a code. */
const SAID_DOWN =
  /database connection is not open|driver has already been destroyed|connection terminated|not queryable|timeout exceeded when trying to connect|query read timeout|cannot use a pool after|the campaign has moved to another database/i

/** Two transactions in each other's way (serialisation failure, deadlock): PostgreSQL has undone this one. */
const RETRYABLE = /^(40001|40P01)$/

const codeOf = (error: Error): string => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Whether an error says that the database is not there, rather than that the program is wrong. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return (
    SQLITE_DOWN.test(code) ||
    POSTGRES_DOWN.test(code) ||
    // What still collides after all attempts: the database is too busy, and a later repeat is right.
    RETRYABLE.test(code) ||
    SAID_DOWN.test(error.message)
  )
}

/** Whether the transaction that failed was undone only because of another one, and may simply run again. */
export const isSerializationConflict = (error: unknown): boolean =>
  error instanceof Error && RETRYABLE.test(codeOf(error))

/** Whether a row was to be written that is there already: somebody else was faster. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && /^(23505|SQLITE_CONSTRAINT_(PRIMARYKEY|UNIQUE))$/.test(codeOf(error))
