import { createApp, type Fetch } from './app.ts'
import type { Settings } from './config.ts'
import { seedCampaign } from './data/seed.ts'
import type { ServerDeps } from './deps.ts'
import { sharedRateLimit } from './http/rate-buckets.ts'
import type { RateLimit } from './http/rate-limit.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { openStore } from './open-store.ts'
import { systemRandom } from './random.ts'
import { isSealed } from './store/copy/seal.ts'
import { migrate } from './store/migrate.ts'
import { openPostgres } from './store/postgres.ts'

export type OpenServer = {
  readonly fetch: Fetch
  readonly deps: ServerDeps
  /** Closes the database; calls after it answer 503. */
  readonly close: () => Promise<void>
}

type Overrides = Partial<Omit<ServerDeps, 'db' | 'dialect'>>

/**
 * The product API over the data that the settings name, migrated to this version. `overrides` take the place of
 * what it would choose itself: the emulator brings its own LINE and clock. Where there is no campaign, `empty` says
 * whether to make the demo or to refuse: customers of a real one must never be shown a demo. Throws with a sentence
 * for the organiser where it cannot start.
 */
export async function openServer(
  settings: Settings,
  overrides: Overrides = {},
  empty: 'demo' | 'refuse' = 'demo',
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
    random: systemRandom(),
    line: {
      fetch: request => fetch(request),
      channelId: settings.lineChannelId ?? '',
      channelSecret: settings.lineChannelSecret,
    },
    log,
    metrics: settings.metricsPort === null ? null : createMetrics(db),
    allowedOrigins: settings.allowedOrigins,
    trustProxy: settings.trustProxy,
    publicUrl: settings.publicUrl ?? '',
    ...overrides,
  }
  try {
    await migrate(db, clock.now())
    if (dialect === 'sqlite' && (await isSealed(db))) throw new Error(MOVED)
    if (empty === 'demo') await seedCampaign(db, clock.now())
    else await requireCampaign(db)
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

const MOVED =
  'the campaign here has moved to another database ("db copy"): set DATABASE_URL, or take the move back with "npm run campaign -- db reopen"'

async function requireCampaign(db: ServerDeps['db']): Promise<void> {
  const found = await db.selectFrom('campaign').select('id').executeTakeFirst()
  if (!found) throw new Error('there is no campaign; make one with "npm run campaign -- init"')
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
