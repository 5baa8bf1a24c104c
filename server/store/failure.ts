const SQLITE_DOWN = /^SQLITE_(BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|NOTADB|CORRUPT|PROTOCOL)/
/** PostgreSQL's codes for an unavailable database, such as a timeout or a refused login. */
const POSTGRES_DOWN =
  /^(08...|53...|57P..|57014|55P03|55000|25P03|25006|3D000|28...|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT)$/
const DOWN_MESSAGE =
  /database connection is not open|driver has already been destroyed|connection terminated|not queryable|timeout exceeded when trying to connect|query read timeout|cannot use a pool after|the campaign has moved to another database/i

/** Serialisation failure and deadlock. In both cases PostgreSQL has rolled the transaction back. */
const RETRYABLE = /^(40001|40P01)$/

const codeOf = (error: Error): string => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** True if the database is unavailable; false if the error is a bug in the program. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return (
    SQLITE_DOWN.test(code) ||
    POSTGRES_DOWN.test(code) ||
    // If a conflict remains after all attempts, the database is too busy.
    RETRYABLE.test(code) ||
    DOWN_MESSAGE.test(error.message)
  )
}

/** True if the transaction failed only because of a concurrent one, so that it can run again. */
export const isSerializationConflict = (error: unknown): boolean =>
  error instanceof Error && RETRYABLE.test(codeOf(error))

/** True if the row already exists, for example because a concurrent command inserted it first. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && /^(23505|SQLITE_CONSTRAINT_(PRIMARYKEY|UNIQUE))$/.test(codeOf(error))
