import type { Settings } from '#server/config.ts'

/**
 * Names the setting behind a failed start: a data folder that cannot be written, or a database that does not answer.
 */
export function whyNot(error: NodeJS.ErrnoException, { databaseUrl, dataDir }: Settings): string {
  // An AggregateError (connection refused at several addresses) has a code but no message.
  const why = error.message || error.code
  return databaseUrl === null || error.path !== undefined
    ? `DATA_DIR: ${dataDir}: ${why}`
    : `DATABASE_URL: ${why}`
}
