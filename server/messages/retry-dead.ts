import { messageKind } from '#contract/message-groups.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { givenUp, STALE_MS } from './compose.ts'
import { recipientsOf } from './recipients.ts'
import { sendingVerdicts } from './sending-rules.ts'

type Message = Tables['message']
type Key = Pick<Message, 'kind' | 'subject' | 'customer_id'>

const PAGE = 500
/** Messages per call, so that other writers do not have to wait long. */
const MAX = 5000

export type Retried = {
  readonly again: number
  readonly refused: ReadonlyMap<string, number>
  readonly hasMore: boolean
}

/** Returns the reason why the message cannot be retried, or null on success. */
export async function retryMessage(db: Db, key: Key, now: number): Promise<string | null> {
  const row = await db
    .selectFrom('message')
    .selectAll()
    .where('kind', '=', key.kind)
    .where('subject', '=', key.subject)
    .where('customer_id', '=', key.customer_id)
    .executeTakeFirst()
  if (!row) return 'no such message; those of customers who have left are deleted'
  if (row.state !== 'dead') return `the message is ${row.state}, not dead`
  const [refusal = null] = await obstaclesOf(db, row.kind, [row], now)
  if (refusal === null) await sendAgain(db, [row], now)
  return refusal
}

export async function retryKind(
  db: Db,
  kind: Message['kind'],
  now: number,
  step: (count: number) => void,
): Promise<Retried> {
  const refused = new Map<string, number>()
  let again = 0
  let after: Message | undefined
  for (;;) {
    const rows = await deadOf(db, kind, after)
    const obstacles = rows.length === 0 ? [] : await obstaclesOf(db, kind, rows, now)
    const good = rows.filter((_, index) => obstacles[index] === null)
    for (const reason of obstacles) if (reason !== null) refused.set(reason, (refused.get(reason) ?? 0) + 1)
    await sendAgain(db, good, now)
    again += good.length
    step(rows.length)
    if (rows.length < PAGE) return { again, refused, hasMore: false }
    if (again + PAGE > MAX) return { again, refused, hasMore: true }
    after = rows.at(-1)
  }
}

function deadOf(db: Db, kind: Message['kind'], after: Message | undefined): Promise<Message[]> {
  let rows = db
    .selectFrom('message')
    .selectAll()
    .where('state', '=', 'dead')
    .where('kind', '=', kind)
    .orderBy('subject')
    .orderBy('customer_id')
    .limit(PAGE)
  if (after)
    rows = rows.where(eb =>
      eb.or([
        eb('subject', '>', after.subject),
        eb.and([eb('subject', '=', after.subject), eb('customer_id', '>', after.customer_id)]),
      ]),
    )
  return rows.execute()
}

async function obstaclesOf(
  db: Db,
  kind: Message['kind'],
  rows: readonly Message[],
  now: number,
): Promise<(string | null)[]> {
  const ids = [...new Set(rows.map(row => row.customer_id))]
  const recipients = await recipientsOf(db, ids)
  const verdicts = await sendingVerdicts(db, kind, ids, now)
  const late = new Map<Message, string | null>()
  // The sender itself drops newer messages that are out of date.
  for (const row of rows) if (now - row.created_at > STALE_MS) late.set(row, await givenUp(db, row, now))
  return rows.map(row => {
    if (!isRefusedForSure(row)) return 'LINE may have it, so that a new request could send it twice'
    const reason = late.get(row) ?? null
    if (reason !== null) return reason
    const verdict = verdicts(row.customer_id)
    return verdict.kind === 'drop' ? verdict.reason : recipients(row.customer_id).obstacle
  })
}

/** True if LINE rejected the last attempt with 4xx, so a retry with a new key cannot deliver the message twice. */
const isRefusedForSure = ({ unsure, reason }: Message): boolean =>
  unsure === 0 && /^4(?!09)\d\d\b/.test(reason ?? '')

async function sendAgain(db: Db, rows: readonly Message[], now: number): Promise<void> {
  for (const subject of new Set(rows.map(row => row.subject))) {
    const some = rows.filter(row => row.subject === subject)
    const { kind } = some[0] as Message
    await db
      .updateTable('message')
      .set({
        state: 'waiting',
        not_before: now,
        reason: null,
        settled_at: null,
        retry_key: null,
        key_at: null,
        digest_lead: null,
        is_shared: messageKind(kind).isShared ? 1 : 0,
        is_alone: 0,
      })
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where(
        'customer_id',
        'in',
        some.map(row => row.customer_id),
      )
      .where('state', '=', 'dead')
      .execute()
  }
}
