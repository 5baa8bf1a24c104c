import { messageRules } from '#campaign/message-rules.ts'
import { type MessageGroup, type MessageKind, messageKind, messageKinds } from '#contract/message-groups.ts'
import { bangkokDay, bangkokMinute } from '#contract/rules.ts'
import { DAY_MS } from '#contract/time.ts'
import { winnerKinds } from '#server/message-queue/quota.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { customersWanting } from './preferences.ts'
import { remembers } from './retry-key.ts'

export type Verdict =
  | { readonly kind: 'send' }
  | { readonly kind: 'drop'; readonly reason: string }
  | { readonly kind: 'postpone'; readonly until: number; readonly reason: string }

const QUIET = 'quiet hours'

/** Kinds that are exempt from the daily cap and have later quiet hours. */
const urgentKinds: readonly MessageKind[] = winnerKinds

/**
 * The daily cap is exact only if the customers are locked in the same transaction. For messages that LINE may already
 * have, see `waitsForMorning`.
 */
export async function sendingVerdicts(
  db: Db,
  kind: MessageKind,
  customerIds: readonly string[],
  now: number,
): Promise<(customerId: string) => Verdict> {
  const group = messageKind(kind).group
  const wanting = await customersWanting(db, customerIds, group)
  const isMarketing = group === 'news'
  const today = urgentKinds.includes(kind) ? null : await countToday(db, { customerIds, isMarketing }, now)
  const { perDay } = messageRules
  const quiet = quietHoursOf(kind)
  const max = isMarketing ? perDay.marketing : perDay.service
  return customerId => {
    if (!wanting.has(customerId)) return { kind: 'drop', reason: unwanted(group) }
    if (isQuiet(now, quiet)) return { kind: 'postpone', until: next(now, quiet.until), reason: QUIET }
    if (today === null || (today.get(customerId) ?? 0) < max) return { kind: 'send' }
    const lastOfDay = startOfDay(now) + DAY_MS - 1
    return { kind: 'postpone', until: next(lastOfDay, quiet.until), reason: 'enough messages for one day' }
  }
}

type QuietHours = { readonly from: string; readonly until: string }

function quietHoursOf(kind: MessageKind): QuietHours {
  const { from, urgentFrom, until } = messageRules.quietHours
  return { from: urgentKinds.includes(kind) ? urgentFrom : from, until }
}

export function sendableFrom(kind: MessageKind, at: number): number {
  const quiet = quietHoursOf(kind)
  return isQuiet(at, quiet) ? next(at, quiet.until) : at
}

/**
 * True if an unsure message must wait for the end of the quiet hours, because LINE will still remember its retry key.
 * The daily cap never postpones it.
 */
export const waitsForMorning = (verdict: Verdict, keyAt: number | null): boolean =>
  verdict.kind === 'postpone' && verdict.reason === QUIET && keyAt !== null && remembers(keyAt, verdict.until)

const unwanted = (group: MessageGroup): string =>
  group === 'news' ? 'no consent to marketing messages' : 'the customer has switched these messages off'

export async function sendingVerdict(
  db: Db,
  { kind, customer_id }: { readonly kind: MessageKind; readonly customer_id: string },
  now: number,
): Promise<Verdict> {
  return (await sendingVerdicts(db, kind, [customer_id], now))(customer_id)
}

function isQuiet(now: number, { from, until }: QuietHours): boolean {
  const time = bangkokMinute(now).slice(11)
  return from <= until ? time >= from && time < until : time >= from || time < until
}

const inBangkok = (day: string, time: string): number => Date.parse(`${day}T${time}:00+07:00`)
const startOfDay = (now: number): number => inBangkok(bangkokDay(now), '00:00')

function next(now: number, time: string): number {
  const today = inBangkok(bangkokDay(now), time)
  return today > now ? today : today + DAY_MS
}

async function countToday(
  db: Db,
  { customerIds, isMarketing }: { readonly customerIds: readonly string[]; readonly isMarketing: boolean },
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const counted = messageKinds.filter(
    kind => !urgentKinds.includes(kind) && (messageKind(kind).group === 'news') === isMarketing,
  )
  const rows = await db
    .selectFrom('message')
    .select(eb => ['customer_id', eb.fn.countAll<number>().as('count')])
    .where('customer_id', 'in', [...customerIds])
    .where('kind', 'in', counted as Tables['message']['kind'][])
    .where('digest_lead', 'is', null)
    .where(eb =>
      eb.or([
        eb.and([eb('state', '=', 'sent'), eb('settled_at', '>=', startOfDay(now))]),
        eb.and([eb('state', '=', 'waiting'), eb('unsure', '=', 1)]),
      ]),
    )
    .groupBy('customer_id')
    .execute()
  return new Map(rows.map(({ customer_id, count }) => [customer_id, Number(count)]))
}
