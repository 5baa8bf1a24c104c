import { randomBytes } from 'node:crypto'
import { createApp } from './app.ts'
import type { Settings } from './config.ts'
import type { ServerDeps } from './deps.ts'
import type { RateLimit } from './http/rate-limit.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { migrate } from './store/migrate.ts'
import { openStore } from './store/open.ts'
import { openPostgres } from './store/postgres.ts'
import { sharedRateLimit } from './store/rate-buckets.ts'
import { seedCampaign } from './store/seed.ts'

export type OpenServer = {
  readonly fetch: (request: Request, info?: { ip?: string | undefined }) => Promise<Response>
  readonly deps: ServerDeps
  /** Closes the database; calls after it answer 503. */
  readonly close: () => Promise<void>
}

/**
 * The product API over the data that the settings name, which are made, migrated and given a campaign where there
 * is none. `overrides` take the place of what it would choose itself: the emulator brings its own LINE and clock.
 */
export async function openServer(
  settings: Settings,
  overrides: Partial<Omit<ServerDeps, 'db' | 'dialect'>> = {},
): Promise<OpenServer> {
  const clock = overrides.clock ?? { now: () => Date.now() }
  const log = overrides.log ?? createLog(settings.logLevel)
  const onError = (error: Error) => log.warn({ err: error }, 'a connection to the database broke')
  const { db, dialect, objects } = await openStore(settings, onError)
  const deps: ServerDeps = {
    db,
    dialect,
    objects,
    clock,
    random: { bytes: length => randomBytes(length) },
    line: {
      fetch: request => fetch(request),
      channelId: settings.lineChannelId ?? '',
      channelSecret: settings.lineChannelSecret,
    },
    log,
    metrics: settings.metricsPort === null ? null : createMetrics(db),
    allowedOrigins: [],
    trustProxy: settings.trustProxy,
    publicUrl: settings.publicUrl ?? '',
    ...overrides,
  }
  try {
    await migrate(db, clock.now())
    await seedCampaign(db, clock.now())
  } catch (error) {
    await db.destroy()
    throw error
  }
  const limits = rateLimitOf(settings, clock, onError)
  return {
    fetch: createApp(deps, limits ? { rateLimit: limits.rateLimit } : {}).fetch,
    deps,
    async close() {
      await limits?.close()
      await db.destroy()
    },
  }
}

type Limits = { readonly rateLimit: RateLimit; readonly close: () => Promise<void> }

/** Counted in the database where several processes may share it, on connections that do not wait for the disk. */
function rateLimitOf(
  { databaseUrl }: Settings,
  clock: ServerDeps['clock'],
  onError: (error: Error) => void,
): Limits | null {
  if (databaseUrl === null) return null
  const db = openPostgres(databaseUrl, { max: RATE_CONNECTIONS, durable: false, onError })
  return { rateLimit: sharedRateLimit(db, clock), close: () => db.destroy() }
}

const RATE_CONNECTIONS = 3
