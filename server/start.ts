import { MINUTE_MS } from '#contract/time.ts'
import { createApp } from './app.ts'
import type { Settings } from './config.ts'
import { seedCampaign } from './data/seed.ts'
import type { ServerDeps } from './deps.ts'
import { isStandIn } from './draw/stand-in.ts'
import type { Fetch } from './http/pipeline.ts'
import { sharedRateLimit } from './http/rate-buckets.ts'
import type { RateLimit } from './http/rate-limit.ts'
import { hstsOf } from './http/secure-headers.ts'
import { createLog } from './log.ts'
import { setMessaging } from './message-queue/channel.ts'
import { createMetrics } from './metrics.ts'
import { openStore } from './open-store.ts'
import { systemRandom } from './random.ts'
import { createReceiptReader } from './reader/receipt-reader.ts'
import { isSealed } from './store/copy/seal.ts'
import { ensureEpoch } from './store/epoch.ts'
import { migrate } from './store/migrate.ts'
import { openPostgres } from './store/postgres.ts'
import { createTimeStamper } from './time-stamp/time-stamp.ts'

export type OpenServer = {
  readonly fetch: Fetch
  readonly deps: ServerDeps
  /** Shared by all processes; undefined if each process has its own limits. */
  readonly rateLimit: RateLimit | undefined
  readonly close: () => Promise<void>
}

type Overrides = Partial<Omit<ServerDeps, 'db' | 'dialect'>>

/**
 * Opens and migrates the data and returns the product API. If there is no campaign, `demo` creates
 * the demo campaign, and `refuse` throws. `refuse` also throws for a rehearsal's copy.
 */
export async function openServer(
  settings: Settings,
  overrides: Overrides = {},
  empty: 'demo' | 'refuse' = 'demo',
): Promise<OpenServer> {
  const clock = overrides.clock ?? { now: () => Date.now() }
  const log = overrides.log ?? createLog(settings.logLevel)
  const random = systemRandom()
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost')
  const { db, dialect, objects } = await openStore(settings, { onError })
  const deps: ServerDeps = {
    db,
    dialect,
    objects,
    clock,
    random,
    line: {
      fetch: request => fetch(request),
      channelId: settings.lineChannelId ?? '',
      channelSecret: settings.lineChannelSecret,
    },
    messaging: settings.messaging,
    noticeTargets: settings.noticeTargets,
    receiptReader: settings.receiptReader && createReceiptReader({ ...settings.receiptReader, clock, log }),
    timeStamper: settings.timeStampUrl === null ? null : createTimeStamper(settings.timeStampUrl, random),
    log,
    metrics: settings.metricsPort === null ? null : createMetrics(db, clock.now),
    allowedOrigins: settings.allowedOrigins,
    trustProxy: settings.trustProxy,
    hsts: hstsOf(settings.publicUrl, settings.hstsSubdomains),
    ...overrides,
  }
  try {
    await migrate(db, clock.now(), { acceptExpanded: true })
    if (dialect === 'sqlite' && (await isSealed(db))) throw new Error(MOVED)
    if (empty === 'demo') await seedCampaign(db, clock.now())
    else await requireCampaign(db)
    await ensureEpoch(db, dialect, deps.random)
    await setMessaging(db, deps.messaging !== null, deps.messaging?.accessToken)
  } catch (error) {
    await db.destroy()
    throw error
  }
  const limits = rateLimitOf(settings, clock, onError)
  // A PostgreSQL standby can be promoted while the server is running.
  const look = () => void ensureEpoch(db, dialect, deps.random).catch(() => {})
  const watch = dialect === 'postgres' ? setInterval(look, MINUTE_MS).unref() : undefined
  return {
    fetch: createApp(deps, limits ? { rateLimit: limits.rateLimit } : {}).fetch,
    deps,
    rateLimit: limits?.rateLimit,
    async close() {
      clearInterval(watch)
      await limits?.close()
      await db.destroy()
    },
  }
}

const MOVED =
  'this campaign was moved to another database ("db copy"): set DATABASE_URL, or undo the move with "npm run campaign -- db reopen"'

async function requireCampaign(db: ServerDeps['db']): Promise<void> {
  const found = await db.selectFrom('campaign').select('id').executeTakeFirst()
  if (!found) throw new Error('the campaign does not exist yet; create it with "npm run campaign -- init"')
  const draws = await db.selectFrom('draw').select('beacon').execute()
  if (draws.some(({ beacon }) => beacon !== null && isStandIn(beacon))) throw new Error(REHEARSED)
}

const REHEARSED =
  'this database is the copy of a rehearsal: its winners were drawn with a made-up beacon and must not be shown to customers'

type Limits = { readonly rateLimit: RateLimit; readonly close: () => Promise<void> }

/**
 * Limits are shared through PostgreSQL, on separate connections with asynchronous commit. Returns null for SQLite,
 * where a single process counts in memory.
 */
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
