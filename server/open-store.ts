import type { Kysely } from 'kysely'
import type { S3Settings } from '#server/config.ts'
import type { ObjectStore, ServerDeps } from '#server/deps.ts'
import { diskObjects } from '#server/images/disk.ts'
import { s3Objects } from '#server/images/s3.ts'
import { databaseFile, makeFolder, objectsDir, requireRoom } from './store/data-dir.ts'
import { openPostgres } from './store/postgres.ts'
import { openSqlite } from './store/sqlite.ts'
import type { Tables } from './store/tables.ts'

type Where = {
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly s3: S3Settings | null
}

export type OpenStore = {
  readonly db: Kysely<Tables>
  readonly dialect: ServerDeps['dialect']
  readonly objects: ObjectStore
}

type Options = {
  readonly onError?: (error: Error) => void
  /** How long a write to SQLite waits for other writes, in milliseconds. */
  readonly waitMs?: number
}

/** Creates DATA_DIR if necessary. Does not migrate or connect yet. */
export async function openStore(where: Where, { onError, waitMs }: Options = {}): Promise<OpenStore> {
  const { dataDir, databaseUrl, s3 } = where
  if (databaseUrl === null || s3 === null) await makeFolder(dataDir)
  return {
    db:
      databaseUrl === null
        ? openSqlite(databaseFile(dataDir), waitMs === undefined ? {} : { waitMs })
        : openPostgres(databaseUrl, onError ? { onError } : {}),
    dialect: databaseUrl === null ? 'sqlite' : 'postgres',
    objects:
      s3 === null ? diskObjects(objectsDir(dataDir)) : bucketOf(s3, databaseUrl === null ? dataDir : null),
  }
}

/** `probe` also rejects if the disk that contains the SQLite database is full. */
function bucketOf(s3: S3Settings, sqliteDir: string | null): ObjectStore {
  const bucket = s3Objects(s3)
  if (sqliteDir === null) return bucket
  return {
    ...bucket,
    async probe() {
      await requireRoom(sqliteDir)
      await bucket.probe()
    },
  }
}
