import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { ObjectStore } from '#server/deps.ts'
import { poolOf } from '#server/store/postgres.ts'
import type { Tables } from '#server/store/tables.ts'
import { type Connection, living, never, type Pace } from './connection.ts'

type Watched = {
  readonly url: string
  readonly photos: ObjectStore
  /** Runs before each statement. */
  readonly onStatement: (text: string) => void
}

/** Connects a server to a PostgreSQL database. Each server has its own pool, as in production. */
export function connectToPostgres({ url, photos, onStatement }: Watched, pace: Pace): Connection {
  const life = { isDead: false }
  const pool: Pool = poolOf(url, { durable: false })
  const open = new Set<PoolClient>()
  // The connections of a killed server break.
  pool.on('error', () => {})

  function watched(client: PoolClient): PostgresPoolClient {
    let inTransaction = false
    async function query(text: string, values: unknown[]): Promise<unknown> {
      if (life.isDead) return never()
      if (!inTransaction) await pace.pause()
      if (life.isDead) return never()
      if (/^(begin|start)/.test(text)) inTransaction = true
      if (/^(commit|rollback)$/.test(text)) inTransaction = false
      onStatement(text)
      const answer = await pace
        .hold(() => client.query(text, values))
        .catch(error => {
          if (!life.isDead) throw error
        })
      return life.isDead ? never() : answer
    }
    return {
      query: query as PostgresPoolClient['query'],
      release() {
        if (open.delete(client)) client.release()
      },
    }
  }

  const dialect = new PostgresDialect({
    pool: {
      async connect() {
        if (life.isDead) return never()
        const client = await pace.hold(() => pool.connect())
        if (life.isDead) {
          client.release(true)
          return never()
        }
        open.add(client)
        return watched(client)
      },
      end: () => pool.end(),
    },
  })
  return {
    db: new Kysely<Tables>({ dialect }),
    dialect: 'postgres',
    objects: living(photos, life),
    cut() {
      if (life.isDead) return
      life.isDead = true
      for (const client of open) client.release(true)
      open.clear()
      void pool.end()
    },
  }
}
