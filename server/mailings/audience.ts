import { sql } from 'kysely'
import { assertNever } from '#contract/assert-never.ts'
import type { MessageKind, ServiceGroup } from '#contract/message-groups.ts'
import { customersWantingMarketing } from '#server/identity/consents.ts'
import { couponsIn } from '#server/message-queue/subjects.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { customersWithCoupon } from './coupon-holders.ts'

type Mailing = Pick<Tables['mailing'], 'kind' | 'subject'>

export type Obstacle =
  | 'blocked-by-organiser'
  | 'no-line-account'
  | 'blocked-the-account'
  | 'switched-off'
  | 'no-marketing-consent'

type Addressee = {
  readonly customerId: string
  readonly kind: MessageKind
  readonly obstacle: Obstacle | null
}

/** `last` is the id of the page's last customer, or null after the last page. */
export type AudiencePage = { readonly addressees: readonly Addressee[]; readonly last: string | null }

/** An insert binds sixteen values per customer, so a page stays below the parameter limits. */
const PAGE = 500

export const kindsOf = {
  results: ['won', 'not-won', 'reserve'],
  closing: ['campaign-closing'],
  coupon: ['coupon-expiring'],
} as const satisfies Readonly<Record<Mailing['kind'], readonly MessageKind[]>>

/** The message setting that turns off each mailing. `news` requires the marketing consent instead. */
const groups = { results: 'draw', closing: 'news', coupon: 'coupons' } as const

export async function audiencePage(db: Db, mailing: Mailing, after: string): Promise<AudiencePage> {
  // Read the page before joining other tables; otherwise PostgreSQL would join all customers for each page.
  const page = await db
    .selectFrom('customer')
    .select('id')
    .where('status', '=', 'registered')
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .execute()
  const [first, last] = [page.at(0), page.at(-1)]
  if (!first || !last) return { addressees: [], last: null }
  const rows = await customersOf(db, mailing, { from: first.id, to: last.id })
  const wanting =
    mailing.kind === 'closing'
      ? await customersWantingMarketing(
          db,
          page.map(({ id }) => id),
        )
      : null
  const holding =
    mailing.kind === 'coupon' ? await customersWithCoupon(db, couponsIn(mailing.subject), rows) : null
  const told = await alreadyTold(db, mailing, rows)
  const concerned = rows.filter(({ id }) => !told.has(id) && (holding === null || holding.has(id)))
  const addressees = concerned.map(row => ({
    customerId: row.id,
    kind: messageOf(mailing.kind, row.draw_state),
    obstacle: obstacleOf(row, wanting),
  }))
  return { addressees, last: page.length < PAGE ? null : last.id }
}

type Row = Awaited<ReturnType<typeof customersOf>>[number]

/** Promoted reserves already get a different message that says they have won. */
async function alreadyTold(db: Db, mailing: Mailing, rows: readonly Row[]): Promise<ReadonlySet<string>> {
  const winners = rows.filter(row => row.draw_state === 'won').map(({ id }) => id)
  if (mailing.kind !== 'results' || winners.length === 0) return new Set()
  const promoted = await db
    .selectFrom('message')
    .select('customer_id')
    .where('kind', '=', 'reserve-promoted')
    .where('customer_id', 'in', winners)
    .execute()
  return new Set(promoted.map(row => row.customer_id))
}

function messageOf(kind: Mailing['kind'], drawState: string | null): MessageKind {
  switch (kind) {
    case 'results':
      return drawState === 'won' || drawState === 'reserve' ? drawState : 'not-won'
    case 'closing':
      return 'campaign-closing'
    case 'coupon':
      return 'coupon-expiring'
    default:
      return assertNever(kind)
  }
}

function obstacleOf(row: Row, wantingMarketing: ReadonlySet<string> | null): Obstacle | null {
  if (row.blocked_at !== null) return 'blocked-by-organiser'
  if (row.line_user_id === null) return 'no-line-account'
  if (row.is_following === 0) return 'blocked-the-account'
  if (row.is_on === 0) return 'switched-off'
  if (wantingMarketing && !wantingMarketing.has(row.id)) return 'no-marketing-consent'
  return null
}

type Range = { readonly from: string; readonly to: string }

async function customersOf(db: Db, mailing: Mailing, { from, to }: Range) {
  let rows = db
    .selectFrom('customer')
    .leftJoin('reward', 'reward.customer_id', 'customer.id')
    .leftJoin('block', 'block.customer_id', 'customer.id')
    .leftJoin('line_reach', 'line_reach.line_user_id', 'customer.line_user_id')
    .leftJoin('message_preference', join =>
      join
        .onRef('message_preference.customer_id', '=', 'customer.id')
        .on(eb => eb('message_preference.message_group', '=', sql<ServiceGroup>`${groups[mailing.kind]}`)),
    )
    .select(['customer.id', 'customer.line_user_id', 'reward.draw_state', 'block.blocked_at'])
    .select(['line_reach.is_following', 'message_preference.is_on'])
    .where('customer.status', '=', 'registered')
    .where('customer.id', '>=', from)
    .where('customer.id', '<=', to)
    .orderBy('customer.id')
  if (mailing.kind === 'results') {
    rows = rows.where(eb =>
      eb.or([
        eb('reward.draw_state', 'in', ['won', 'reserve']),
        eb.and([
          // Customers without a ticket were not in the draw. Those in other states have already confirmed
          // or declined.
          eb('reward.draw_state', 'in', ['none', 'entered']),
          eb.exists(
            eb
              .selectFrom('ticket')
              .select('ticket.id')
              .whereRef('ticket.customer_id', '=', 'customer.id')
              .where('ticket.state', '=', 'valid'),
          ),
        ]),
      ]),
    )
  }
  return rows.execute()
}
