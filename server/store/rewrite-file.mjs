import { createRequire } from 'node:module'
import { workerData } from 'node:worker_threads'
import { sqlitePackage } from './sqlite-package.mjs'

// This thread may wait for locks, since it answers no calls.
const Database = createRequire(import.meta.url)(sqlitePackage)
const database = new Database(workerData, { timeout: 10_000 })
database.exec('vacuum')
// The log has every page of the new file, and the file has the old ones until the log is moved into it.
database.pragma('wal_checkpoint(truncate)')
database.close()
