import type { Settings } from '#server/config.ts'

/** Returns which setting made the start fail: the data folder is not writable, or the database does not respond. */
export function whyNot(error: NodeJS.ErrnoException, { databaseUrl, dataDir }: Settings): string {
  // An AggregateError (connection refused at several addresses) has a code but no message.
  const why = error.message || error.code
  return databaseUrl === null || error.path !== undefined
    ? `DATA_DIR: ${dataDir}: ${why}`
    : `DATABASE_URL: ${why}`
}
