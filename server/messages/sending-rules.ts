import { messageRules } from '#campaign/message-rules.ts'
import { groupOfKind, type MessageKind, messageKinds } from '#contract/message-groups.ts'
import { bangkokDay, bangkokMinute } from '#contract/rules.ts'
import { DAY_MS } from '#contract/time.ts'
import { countOf } from '#server/store/count.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { wantsGroup } from './preferences.ts'

/** What the rules say about a message that is due. `until` in milliseconds since 1970. */
export type Verdict =
  | { readonly kind: 'send' }
  | { readonly kind: 'drop'; readonly reason: string }
  | { readonly kind: 'postpone'; readonly until: number; readonly reason: string }

/** Kinds with a deadline to confirm. A message the next morning leaves the customer fewer hours. */
const urgentKinds: readonly MessageKind[] = ['won', 'reserve-promoted', 'confirm-deadline']

/**
 * Returns whether a message may be sent now. Must not be called for a message whose last attempt is unsure: LINE may have
 * that one, so its fate must be settled first. The daily cap is exact if the transaction has locked the customer.
 */
export async function sendingVerdict(
  db: Db,
  { kind, customer_id }: { readonly kind: MessageKind; readonly customer_id: string },
  now: number,
): Promise<Verdict> {
  const group = groupOfKind(kind)
  if (!(await wantsGroup(db, customer_id, group))) {
    const reason =
      group === 'news' ? 'no consent to marketing messages' : 'the customer has switched these messages off'
    return { kind: 'drop', reason }
  }
  const isUrgent = urgentKinds.includes(kind)
  const { quietHours, perDay } = messageRules
  const quiet = { from: isUrgent ? quietHours.urgentFrom : quietHours.from, until: quietHours.until }
  if (isQuiet(now, quiet)) return { kind: 'postpone', until: next(now, quiet.until), reason: 'quiet hours' }
  if (isUrgent) return { kind: 'send' }
  const isMarketing = group === 'news'
  const max = isMarketing ? perDay.marketing : perDay.service
  if ((await countToday(db, { customer_id, isMarketing }, now)) < max) return { kind: 'send' }
  const lastOfDay = startOfDay(now) + DAY_MS - 1
  return { kind: 'postpone', until: next(lastOfDay, quiet.until), reason: 'enough messages for one day' }
}

/** True if a time is in the quiet hours, which usually include midnight. */
function isQuiet(now: number, { from, until }: { readonly from: string; readonly until: string }): boolean {
  const time = bangkokMinute(now).slice(11)
  return from <= until ? time >= from && time < until : time >= from || time < until
}

const inBangkok = (day: string, time: string): number => Date.parse(`${day}T${time}:00+07:00`)
const startOfDay = (now: number): number => inBangkok(bangkokDay(now), '00:00')

/** Returns the next moment after `now` with this time of day in Bangkok. */
function next(now: number, time: string): number {
  const today = inBangkok(bangkokDay(now), time)
  return today > now ? today : today + DAY_MS
}

/** Counts the messages that count against the daily cap: those of today, and those that LINE may have. */
async function countToday(
  db: Db,
  { customer_id, isMarketing }: { readonly customer_id: string; readonly isMarketing: boolean },
  now: number,
): Promise<number> {
  const counted = messageKinds.filter(
    kind => !urgentKinds.includes(kind) && (groupOfKind(kind) === 'news') === isMarketing,
  )
  return countOf(
    db
      .selectFrom('message')
      .where('customer_id', '=', customer_id)
      .where('kind', 'in', counted as Tables['message']['kind'][])
      .where('digest_lead', 'is', null)
      .where(eb =>
        eb.or([
          eb.and([eb('state', '=', 'sent'), eb('settled_at', '>=', startOfDay(now))]),
          eb.and([eb('state', '=', 'waiting'), eb('unsure', '=', 1)]),
        ]),
      ),
  )
}
