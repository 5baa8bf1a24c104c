import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { LATE_RECEIPT_MS } from '#contract/limits.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { type Campaign, readCampaign } from '#server/campaign/clock.ts'
import { confirmOrDeclineSeat } from '#server/campaign/concert.ts'
import { seedCampaign } from '#server/data/seed.ts'
import type { ObjectStore } from '#server/deps.ts'
import { announceDraw } from '#server/draw/announce.ts'
import { commitDraw } from '#server/draw/commit.ts'
import { promoteReserves } from '#server/draw/promote.ts'
import { runDraw } from '#server/draw/run.ts'
import { sealDraw } from '#server/draw/seal.ts'
import { advanceMailings } from '#server/mailings/advance.ts'
import { startMailing } from '#server/mailings/start.ts'
import { setMessaging } from '#server/message-queue/channel.ts'
import { approvePending, joinCampaign, type Site } from '#server/rehearsal/join.ts'
import { makePerson } from '#server/rehearsal/people.ts'
import { seededRandom } from '#server/rehearsal/seeded-random.ts'
import { migrate } from '#server/store/migrate.ts'
import { Database, sqliteOn } from '#server/store/sqlite.ts'
import type { Tables } from '#server/store/tables.ts'
import { CUSTOMERS, demoDefinition, demoPrizes, phoneOwner } from './demo.ts'
import { standInFor } from './stand-in-for.ts'

export type DemoPhase = 'soon' | 'open' | 'closed' | 'won' | 'reserve' | 'lost' | 'confirmed' | 'over'

/** A phase's database file and date, in milliseconds since 1970. */
export type PhaseData = { readonly file: string; readonly at: number }
export type Snapshots = {
  readonly phases: Readonly<Record<DemoPhase, PhaseData>>
  readonly ownerId: string
}

const quiet = { begin: () => undefined, step: () => undefined }
/** The share of customers who have joined by today. */
const JOINED = 0.7

/**
 * Plays the demo campaign once, saves its database in each phase to `folder`, and stores the photos of the receipts
 * sent by today. `now` is a day on which the campaign is open.
 */
export async function makeSnapshots(folder: string, objects: ObjectStore, now: number): Promise<Snapshots> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const database = new Database(':memory:')
  const photos = new Map<string, Uint8Array>()
  const site = { db: sqliteOn(database), objects: photosIn(photos), random: seededRandom('phases') }
  const { db } = site
  const save = saverTo(folder)
  try {
    await migrate(db, now)
    await seedCampaign(db, now, 'demo', {
      definition: demoDefinition,
      stores: new URL('../../campaign/stores.csv', import.meta.url),
    })
    await setMessaging(db, true)
    const campaign = await readCampaign(db)
    const soon = await save(db, 'soon', campaign.opens_at - 2 * DAY_MS)
    const ownerId = await openCampaign(site, campaign, now)
    await storePhotos(photos, objects)
    const open = await save(db, 'open', now)
    await closeCampaign(site, campaign, now)
    const closed = await save(db, 'closed', campaign.closes_at + 2 * HOUR_MS)
    await sealDraw(
      db,
      { leavePending: false, physical: false, advertised: demoPrizes },
      sealsAt(campaign),
      quiet,
    )
    const drawn = await drawPhases(database.serialize(), { site, campaign, ownerId, save })
    return { phases: { soon, open, closed, ...drawn }, ownerId }
  } finally {
    await db.destroy()
  }
}

type Save = ReturnType<typeof saverTo>

function saverTo(folder: string) {
  return async (db: Kysely<Tables>, phase: DemoPhase, at: number): Promise<PhaseData> => {
    const file = join(folder, `${phase}.sqlite`)
    await settleMessages(db, at)
    await sql`vacuum into ${file}`.execute(db)
    // By the next phase, this phase's server would have sent its messages.
    await markSent(db, Number.POSITIVE_INFINITY)
    return { file, at }
  }
}

/**
 * Leaves the phone's customer's messages of the last day to the running server, and records the earlier ones as sent.
 * Deletes those of the other customers, who have no account in the emulated LINE.
 */
async function settleMessages(db: Kysely<Tables>, at: number): Promise<void> {
  const owner = db.selectFrom('customer').select('id').where('line_user_id', '=', phoneOwner.user.lineUserId)
  await db.deleteFrom('message').where('customer_id', 'not in', owner).execute()
  await markSent(db, at - DAY_MS)
}

async function markSent(db: Kysely<Tables>, before: number): Promise<void> {
  await db
    .updateTable('message')
    .set(eb => ({ state: 'sent', settled_at: eb.ref('not_before') }))
    .where('state', '=', 'waiting')
    .where('not_before', '<', before)
    .execute()
}

const photosIn = (photos: Map<string, Uint8Array>): ObjectStore => ({
  put: async (key, bytes) => void photos.set(key, bytes),
  get: async key => photos.get(key) ?? null,
  delete: async key => void photos.delete(key),
  probe: async () => {},
})

/** Commits the draw and lets most customers join. Returns the id of the phone's customer. */
async function openCampaign(site: Site, campaign: Campaign, now: number): Promise<string> {
  const promise = {
    beaconSource: 'สลากกินแบ่งรัฐบาล รางวัลที่ 1',
    beaconAt: campaign.draw_at,
    prizes: null,
    advertised: demoPrizes,
    late: false,
    again: false,
  }
  await commitDraw(site.db, promise, campaign.opens_at, site.random)
  const others = Array.from({ length: CUSTOMERS * JOINED - 1 }, (_, index) => makePerson(index, site.random))
  const period = { from: campaign.opens_at, until: now - 2 * HOUR_MS }
  const [ownerId = ''] = await joinCampaign(site, [phoneOwner, ...others], period)
  return ownerId
}

async function closeCampaign(site: Site, { closes_at }: Campaign, now: number): Promise<void> {
  const joined = CUSTOMERS * JOINED
  const late = Array.from({ length: CUSTOMERS - joined }, (_, index) =>
    makePerson(joined + index, site.random),
  )
  await joinCampaign(site, late, { from: now, until: closes_at - 2 * HOUR_MS })
  await approvePending(site, closes_at - HOUR_MS)
}

const sealsAt = ({ closes_at }: Campaign): number => closes_at + LATE_RECEIPT_MS + MINUTE_MS

type Play = {
  readonly site: Site
  readonly campaign: Campaign
  readonly ownerId: string
  readonly save: Save
}

/** Draws from the sealed list once for each possible result of the phone's customer. */
async function drawPhases(sealed: Buffer, play: Play) {
  const { campaign, ownerId, save } = play
  const places = {
    first: demoPrizes[0]?.count ?? 0,
    seats: demoPrizes.reduce((sum, { count }) => sum + count, 0),
  }
  const announced = campaign.announce_at + HOUR_MS
  const reserve = await drawn(
    sealed,
    play,
    rank => rank !== null && rank > places.seats,
    db => save(db, 'reserve', announced),
  )
  const lost = await drawn(
    sealed,
    play,
    rank => rank === null,
    db => save(db, 'lost', announced),
  )
  return drawn(
    sealed,
    play,
    rank => rank !== null && rank <= places.first,
    async db => {
      const won = await save(db, 'won', announced)
      await confirmOrDeclineSeat(db, ownerId, true, announced + HOUR_MS)
      const confirmed = await save(db, 'confirmed', announced + 2 * HOUR_MS)
      await promoteReserves(db, campaign.confirm_by + DAY_MS, campaign.confirm_by + MINUTE_MS)
      const over = await save(db, 'over', await overAt(db, campaign))
      return { won, reserve, lost, confirmed, over }
    },
  )
}

/** On a copy of the sealed campaign, draws winners with the wanted result and announces them. */
async function drawn<T>(
  sealed: Buffer,
  { site: { random }, campaign, ownerId }: Play,
  isWanted: (rank: number | null) => boolean,
  then: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const db = sqliteOn(new Database(sealed))
  try {
    const beacon = await standInFor(db, ownerId, isWanted)
    await runDraw(db, beacon, { now: campaign.draw_at, random, rehearsal: true }, quiet)
    const { drawId, announcedAt } = await announceDraw(db, campaign.announce_at, campaign.announce_at, true)
    await startMailing(db, { kind: 'results', subject: drawId }, announcedAt, announcedAt)
    while ((await advanceMailings({ db, clock: { now: () => announcedAt } })) > 0);
    return await then(db)
  } finally {
    await db.destroy()
  }
}

/** Returns the time one hour after the door's reward has closed, when the concert has ended. */
async function overAt(db: Kysely<Tables>, { confirm_by }: Campaign): Promise<number> {
  const door = await db
    .selectFrom('reward_kind')
    .select('closes_at')
    .where('unlocked_by', '=', 'winner')
    .executeTakeFirst()
  return (door?.closes_at ?? confirm_by) + HOUR_MS
}

/** Stores the photos: the phone shows its own customer's, and the desk shows those of all customers. */
async function storePhotos(photos: ReadonlyMap<string, Uint8Array>, objects: ObjectStore): Promise<void> {
  for (const [key, bytes] of photos) await objects.put(key, bytes, 'image/png')
}
