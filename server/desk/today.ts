import { queueAges } from '#contract/desk/today.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { BANGKOK_OFFSET_MS, bangkokDay } from '#contract/rules.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { SATANG } from '#server/campaign/rights.ts'
import { regionOf } from '#server/data/regions.ts'
import { quotaNow } from '#server/message-queue/quota.ts'
import { phoneHealth } from '#server/phones/phone-health.ts'
import {
  addTo,
  countDay,
  type DayNumbers,
  noCounts,
  noFunnel,
  type StoreCounts,
} from '#server/stats/day-numbers.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'
import { cacheOf, KEEP_MS } from './numbers-cache.ts'

const MAX_DAYS = 400

const startOfDay = (ms: number): number => ms - ((ms + BANGKOK_OFFSET_MS) % DAY_MS)

async function dayOf(db: Db, start: number, now: number): Promise<DayNumbers> {
  const isNew = now - start < 2 * DAY_MS
  const { value } = await cacheOf(db).get(`day ${start}`, isNew ? KEEP_MS.now : KEEP_MS.past, now, () =>
    countDay(db, start),
  )
  return value
}

/** Returns the counts for today and yesterday, and the queue, at most half a minute old. */
export async function numbersOfToday(db: Db, now: number): Promise<DeskAnswer<'today'>> {
  const { at, value } = await cacheOf(db).get('today', KEEP_MS.now, now, async () => {
    const start = startOfDay(now)
    const [yesterday, today] = [await dayOf(db, start - DAY_MS, now), await dayOf(db, start, now)]
    return {
      quota: await quotaOf(db, now),
      queue: await queueOf(db, now),
      today: sumOf(today.hours),
      yesterday: sumOf(yesterday.hours),
      hours: [...yesterday.hours, ...today.hours].map((counts, index) => ({
        at: start - DAY_MS + index * HOUR_MS,
        ...counts,
        waited: waitOf(counts, [...yesterday.waited, ...today.waited][index] ?? 0),
      })),
    }
  })
  return { countedAt: at, ...value }
}

function sumOf(all: readonly ReturnType<typeof noCounts>[]): ReturnType<typeof noCounts> {
  const sum = noCounts()
  for (const one of all) addTo(sum, one)
  return sum
}

/** Returns the average waiting time in minutes; null if no receipt was decided. */
function waitOf({ approved, rejected }: ReturnType<typeof noCounts>, waitedMs: number): number | null {
  const decided = approved + rejected
  return decided === 0 ? null : Math.round(waitedMs / decided / MINUTE_MS)
}

async function quotaOf(db: Db, now: number): Promise<DeskAnswer<'today'>['quota']> {
  const quota = await quotaNow(db, now)
  if (quota === null || quota.state === 'open') return null
  const { state, limit, used, resetsAt, waiting, winnersWaiting } = quota
  return { state, limit, used, resetsAt, waiting, winnersWaiting }
}

async function queueOf(db: Db, now: number): Promise<DeskAnswer<'today'>['queue']> {
  const pending = () => db.selectFrom('receipt').where('status', '=', 'pending')
  const oldest = await pending().select('created_at').orderBy('created_at').limit(1).executeTakeFirst()
  // `younger` contains, for each limit, the number of receipts that are younger.
  const younger: number[] = []
  for (const hours of queueAges)
    younger.push(
      await countOf(hours === null ? pending() : pending().where('created_at', '>', now - hours * HOUR_MS)),
    )
  return {
    pending: younger.at(-1) ?? 0,
    oldestAt: oldest?.created_at ?? null,
    ages: younger.map((count, index) => count - (younger[index - 1] ?? 0)),
  }
}

async function rewardsOf(
  db: Db,
  used: Readonly<Record<string, number>>,
): Promise<DeskAnswer<'campaignNumbers'>['rewards']> {
  const kinds = await db
    .selectFrom('reward_kind')
    .leftJoin('reward_stock', 'reward_stock.reward_type', 'reward_kind.reward_type')
    .select(['reward_kind.reward_type', 'title_th', 'title_en', 'reward_stock.remaining'])
    .orderBy('position')
    .execute()
  return kinds.map(kind => ({
    type: kind.reward_type,
    th: kind.title_th,
    en: kind.title_en ?? kind.title_th,
    used: used[kind.reward_type] ?? 0,
    left: kind.remaining,
  }))
}

/** Returns the counts for the whole campaign, at most five minutes old, or up to an hour older for earlier days. */
export async function numbersOfCampaign(db: Db, now: number): Promise<DeskAnswer<'campaignNumbers'>> {
  const { at, value } = await cacheOf(db).get('campaign', KEEP_MS.whole, now, async () => {
    const { opens_at } = await readCampaign(db)
    const last = startOfDay(now)
    const first = Math.max(Math.min(startOfDay(opens_at), last), last - (MAX_DAYS - 1) * DAY_MS)
    const days: DeskAnswer<'campaignNumbers'>['days'] = []
    const funnel = noFunnel()
    const used: Record<string, number> = {}
    const stores = new Map<number, StoreCounts>()
    for (let start = first; start <= last; start += DAY_MS) {
      const day = await dayOf(db, start, now)
      const counts = sumOf(day.hours)
      const waitedMs = day.waited.reduce((sum, ms) => sum + ms, 0)
      days.push({
        day: bangkokDay(start),
        ...counts,
        waited: waitOf(counts, waitedMs),
        used: { ...day.used },
      })
      addTo(funnel, day.funnel)
      addTo(used, day.used)
      for (const [id, counts] of day.stores) {
        const sum = stores.get(id) ?? { receipts: 0, approved: 0, satang: 0 }
        addTo(sum, counts)
        stores.set(id, sum)
      }
    }
    return { days, funnel, rewards: await rewardsOf(db, used), stores: await named(db, stores) }
  })
  return { countedAt: at, ...value }
}

async function named(
  db: Db,
  counts: ReadonlyMap<number, StoreCounts>,
): Promise<DeskAnswer<'campaignNumbers'>['stores']> {
  const rows = await db
    .selectFrom('store')
    .innerJoin('province', 'province.id', 'store.province_id')
    .select(['store.id', 'store.name_th', 'store.name_en', 'store.province_id'])
    .select(['province.name_th as province_th', 'province.name_en as province_en'])
    .execute()
  return rows
    .flatMap(row => {
      const found = counts.get(row.id)
      if (!found) return []
      return {
        id: row.id,
        th: row.name_th,
        en: row.name_en ?? row.name_th,
        provinceTh: row.province_th,
        provinceEn: row.province_en,
        region: regionOf(row.province_id),
        receipts: found.receipts,
        approved: found.approved,
        baht: found.satang / SATANG,
      }
    })
    .toSorted((a, b) => b.receipts - a.receipts || a.id - b.id)
}

/** Returns the phones' reports from the last 24 hours, at most a minute old. */
export async function phonesNow(db: Db, now: number): Promise<DeskAnswer<'phones'>> {
  const { at, value } = await cacheOf(db).get('phones', KEEP_MS.phones, now, async () => {
    const health = await phoneHealth(db, now - DAY_MS)
    return {
      waiting: health.oldJobs,
      builds: health.builds.map(({ build, visits, errors }) => ({ build, visits, errors })),
      places: health.places.map(({ build, error, screen, count }) => ({ build, error, screen, count })),
    }
  })
  return { countedAt: at, ...value }
}
