import { type SelectQueryBuilder, type StringReference, sql } from 'kysely'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import type { CustomerRow } from '#server/identity/profile.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { noteRows } from './notes.ts'

const PAGE = 30

type Timeline = DeskAnswer<'customerTimeline'>
type Event = Timeline['events'][number]
/** Reads at most `limit` events of one kind, the newest ones up to and including `until`. */
type Source = (db: Db, customer: CustomerRow, until: number, limit: number) => Promise<readonly Event[]>

/**
 * Returns one page of a customer's timeline, newest first. `after` is the `next` of the previous page: a time, and how
 * many events with that time have already been shown.
 */
export async function timelineOf(
  db: Db,
  customer: CustomerRow,
  after: string | undefined,
): Promise<Timeline> {
  const [until = Number.MAX_SAFE_INTEGER, skip = 0] = after === undefined ? [] : after.split('-').map(Number)
  const limit = PAGE + skip + 1
  const read = await Promise.all(sources.map(source => source(db, customer, until, limit)))
  const sorted = read.flat().sort((a, b) => b.at - a.at || (a.key < b.key ? 1 : -1))
  const rest = sorted.slice(skip)
  const events = rest.slice(0, PAGE)
  const last = events.at(-1)
  if (!last || rest.length <= PAGE) return { events, next: null }
  const shown = sorted.slice(0, skip + PAGE).filter(({ at }) => at === last.at).length
  return { events, next: `${last.at}-${shown}` }
}

/**
 * Reads the newest rows of a query up to and including `until`. The first column is the time, and the others decide
 * between rows of the same time.
 */
async function newest<T extends keyof Tables, O>(
  query: SelectQueryBuilder<Tables, T, O>,
  columns: readonly [StringReference<Tables, T>, ...StringReference<Tables, T>[]],
  until: number,
  limit: number,
): Promise<O[]> {
  let sorted = query.where(sql<number>`${sql.ref(columns[0])}`, '<=', until).limit(limit)
  for (const column of columns) sorted = sorted.orderBy(sql.ref(column), 'desc')
  return sorted.execute()
}

const within = (until: number, events: readonly (Event | null)[]): Event[] =>
  events.filter((event): event is Event => event !== null && event.at <= until)

const sources: readonly Source[] = [
  async (db, { id, created_at, cancelled_at }, until) => {
    const block = await db
      .selectFrom('block')
      .select('blocked_at')
      .where('customer_id', '=', id)
      .executeTakeFirst()
    return within(until, [
      { key: 'joined', at: created_at, kind: 'joined', about: '', more: null },
      cancelled_at === null ? null : { key: 'left', at: cancelled_at, kind: 'left', about: '', more: null },
      block ? { key: 'blocked', at: block.blocked_at, kind: 'blocked', about: '', more: null } : null,
    ])
  },
  async (db, { id }, until, limit) => {
    const query = db.selectFrom('consent').selectAll().where('customer_id', '=', id)
    const rows = await newest(query, ['at'], until, limit)
    return rows.map(row => ({
      key: `consent ${row.id}`,
      at: row.at,
      kind: row.granted === 1 ? 'consent-given' : 'consent-withdrawn',
      about: row.kind,
      more: row.version,
    }))
  },
  async (db, { id }, until, limit) => {
    const query = db
      .selectFrom('receipt')
      .innerJoin('store', 'store.id', 'receipt.store_id')
      .select(['receipt.id', 'receipt.receipt_no', 'receipt.created_at', 'store.name_th'])
      .where('customer_id', '=', id)
    const rows = await newest(query, ['receipt.created_at', 'receipt.id'], until, limit)
    return rows.map(row => ({
      key: `sent ${row.id}`,
      at: row.created_at,
      kind: 'receipt-sent',
      about: row.receipt_no,
      more: row.name_th,
    }))
  },
  async (db, { id }, until, limit) => {
    const query = db
      .selectFrom('receipt')
      .select(['id', 'receipt_no', 'status', 'reject_reason', 'reviewed_at'])
      .where('customer_id', '=', id)
    const rows = await newest(query, ['reviewed_at', 'id'], until, limit)
    return rows.flatMap(({ status, reviewed_at: at, ...row }) =>
      status === 'pending' || at === null
        ? []
        : [
            {
              key: `decided ${row.id}`,
              at,
              kind: `receipt-${status}` as const,
              about: row.receipt_no,
              more: row.reject_reason,
            },
          ],
    )
  },
  async (db, { id }, until, limit) => {
    const query = db
      .selectFrom('answer')
      .innerJoin('question', 'question.id', 'answer.question_id')
      .select(['answer.id', 'answer.answered_at', 'answer.answer_text', 'question.text_th'])
      .where('customer_id', '=', id)
    const rows = await newest(query, ['answered_at'], until, limit)
    return rows.map(row => ({
      key: `answer ${row.id}`,
      at: row.answered_at,
      kind: 'answer',
      about: row.text_th,
      more: row.answer_text,
    }))
  },
  async (db, { id }, until, limit) => {
    const query = db
      .selectFrom('reward_use')
      .leftJoin('reward_kind', 'reward_kind.reward_type', 'reward_use.reward_type')
      .leftJoin('store', 'store.id', 'reward_use.store_id')
      .select(['reward_use.reward_type', 'reward_use.used_at', 'reward_kind.title_th', 'store.name_th'])
      .where('customer_id', '=', id)
    const rows = await newest(query, ['used_at'], until, limit)
    return rows.map(row => ({
      key: `reward ${row.reward_type}`,
      at: row.used_at,
      kind: 'reward-used',
      about: row.title_th ?? row.reward_type,
      more: row.name_th,
    }))
  },
  async (db, { id }, until, limit) => {
    const query = db
      .selectFrom('message')
      .select(['kind', 'subject', 'state', 'created_at'])
      .where('customer_id', '=', id)
    const rows = await newest(query, ['created_at', 'kind', 'subject'], until, limit)
    return rows.map(row => ({
      key: `message ${row.kind} ${row.subject}`,
      at: row.created_at,
      kind: 'message',
      about: row.kind,
      more: row.state,
    }))
  },
  async (db, { id }, until, limit) => {
    const rows = await newest(
      noteRows(db, id),
      ['customer_note.created_at', 'customer_note.id'],
      until,
      limit,
    )
    return rows.map(row => ({
      key: `note ${row.id}`,
      at: row.created_at,
      kind: 'note',
      about: row.by,
      more: row.text,
    }))
  },
  async (db, { id }, until, limit) => {
    const query = db.selectFrom('session').select(['id', 'created_at']).where('customer_id', '=', id)
    const rows = await newest(query, ['created_at', 'id'], until, limit)
    return rows.map(row => ({
      key: `started ${row.id}`,
      at: row.created_at,
      kind: 'session-started',
      about: '',
      more: null,
    }))
  },
  async (db, { id }, until, limit) => {
    const query = db.selectFrom('session').select(['id', 'revoked_at']).where('customer_id', '=', id)
    const rows = await newest(query, ['revoked_at', 'id'], until, limit)
    return rows.map(row => ({
      key: `ended ${row.id}`,
      at: row.revoked_at ?? 0,
      kind: 'session-ended',
      about: '',
      more: null,
    }))
  },
]
