import { createRequire } from 'node:module'
import { workerData } from 'node:worker_threads'
import { sqlitePackage } from './sqlite-package.mjs'

// This thread may block on locks, because it serves no calls.
const Database = createRequire(import.meta.url)(sqlitePackage)
const database = new Database(workerData, { timeout: 10_000 })
database.exec('vacuum')
// The log holds the pages of the new file. The file keeps the old ones until the log is moved into it.
database.pragma('wal_checkpoint(truncate)')
database.close()
