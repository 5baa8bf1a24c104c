import { MINUTE_MS } from '#contract/time.ts'
import type { ServerDeps } from '#server/deps.ts'
import { groupBy } from '#server/group-by.ts'
import { LEASE_MS } from '#server/store/leased.ts'
import type { Db } from '#server/store/tables.ts'
import type { Wanted } from './claim.ts'
import { recipientsOf } from './recipients.ts'
import {
  aboutRequest,
  deleteMulticast,
  dissolveMulticast,
  leaveOut,
  type Message,
  postponeAll,
  type Request,
  settleAll,
} from './request.ts'
import { keepsKey } from './retry-key.ts'
import { sendingVerdicts, type Verdict, waitsForMorning } from './sending-rules.ts'
import { ended, type Stage } from './stage.ts'

const UNKNOWN = 'LINE has not said for 23 hours whether it accepted the message'
const STOPPED = 'the mailing is stopped'

type At = { readonly now: number; readonly log: ServerDeps['log'] }

/**
 * Decides for each message of a locked request whether it is sent now. Before the first attempt, the others leave the
 * request. After an attempt whose outcome is unknown, LINE may have all of them: those that are unwanted or cannot be
 * delivered are dropped, the daily cap is ignored, and the request waits as a whole.
 */
export async function applyRules(
  trx: Db,
  request: Request,
  members: readonly Message[],
  { now, log }: At,
): Promise<Stage<Wanted>> {
  const { row } = request
  const isRepeat = row.unsure === 1
  if (isRepeat && !keepsKey(row, now)) {
    log.error(
      { ...aboutRequest(request), members: members.length },
      'LINE messages given up: LINE may have them',
    )
    return ended(
      await settleAll(trx, request, { state: 'dead', reason: UNKNOWN, settled_at: now, unsure: 1 }),
    )
  }
  if (request.table === 'message_multicast' && !isRepeat && now - row.created_at > LEASE_MS) {
    // A process crashed or sending was paused, so the content may be out of date.
    await dissolveMulticast(trx, request, { not_before: now, reason: null })
    return ended()
  }
  const rulings = await rulingsFor(trx, request, members, now)
  const waiting = rulings.flatMap(({ ruling }) => (ruling.kind === 'postpone' ? [ruling] : []))
  if (isRepeat && waiting.length > 0) {
    const not_before = Math.max(...waiting.map(({ until }) => until))
    await postponeAll(trx, request, { not_before, reason: waiting[0]?.reason ?? null, unsure: 1 })
    return ended()
  }
  const sent = rulings.filter(({ ruling }) => ruling.kind === 'send')
  const dropped = rulings.filter(({ ruling }) => ruling.kind === 'drop')
  for (const group of groupBy(rulings, ({ ruling }) => JSON.stringify(ruling)).values()) {
    const ids = group.map(({ message }) => message.customer_id)
    const { ruling } = group[0] as Ruled
    if (ruling.kind === 'drop') {
      const change = { state: 'dropped', reason: ruling.reason, settled_at: now, unsure: row.unsure } as const
      await leaveOut(trx, request, ids, change)
    } else if (ruling.kind === 'postpone') {
      await leaveOut(trx, request, ids, { not_before: ruling.until, reason: ruling.reason })
    }
  }
  const settled = request.table === 'message' ? Math.min(1, dropped.length) : dropped.length
  if (sent.length === 0) {
    await deleteMulticast(trx, request)
    return ended(settled)
  }
  const lineUserIds = new Map(sent.map(({ message, lineUserId }) => [message.customer_id, lineUserId ?? '']))
  return { settled, next: { members: sent.map(({ message }) => message), lineUserIds } }
}

type Ruled = { readonly message: Message; readonly ruling: Verdict; readonly lineUserId: string | null }

async function rulingsFor(
  db: Db,
  { row }: Request,
  members: readonly Message[],
  now: number,
): Promise<readonly Ruled[]> {
  const [first] = members
  if (!first) return []
  const ids = members.map(message => message.customer_id)
  const recipients = await recipientsOf(db, ids)
  const verdicts = await sendingVerdicts(db, first.kind, ids, now)
  return members.map(message => {
    const verdict = verdicts(message.customer_id)
    const { lineUserId, obstacle } = recipients(message.customer_id)
    const isIgnored = row.unsure === 1 && verdict.kind === 'postpone' && !waitsForMorning(verdict, row.key_at)
    const ruling: Verdict =
      message.state === 'held'
        ? { kind: 'postpone', until: now + MINUTE_MS, reason: STOPPED }
        : verdict.kind !== 'send' && !isIgnored
          ? verdict
          : obstacle === null
            ? { kind: 'send' }
            : { kind: 'drop', reason: obstacle }
    return { message, ruling, lineUserId }
  })
}
