import type { Expression, ExpressionBuilder, SelectQueryBuilder, SqlBool } from 'kysely'
import type { WinnerFilter, WinnerStatus } from '#contract/desk/winners.ts'
import type { Campaign } from '#server/campaign/clock.ts'
import { isMinor } from '#server/campaign/prize-duties.ts'
import { type Prize, prizeAt, prizesOf, seatedPrizes, taxOf } from '#server/campaign/prizes.ts'
import { confirmByOf } from '#server/campaign/reward.ts'
import { currentDraw } from '#server/draw/current.ts'
import { type DrawnCustomer, drawnCustomers, winnerStatus } from '#server/draw/seats.ts'
import { winnerKinds } from '#server/message-queue/quota.ts'
import { countOf } from '#server/store/count.ts'
import type { Db, Tables } from '#server/store/tables.ts'

const PAGE = 100

type Wanted = {
  readonly prize?: string | undefined
  readonly show?: WinnerFilter | undefined
  readonly after?: number
}

/**
 * Returns a page of the announced draw's winners and reserves, sorted by rank. Before the announcement the page is
 * empty, because the result is secret.
 */
export async function winnersPage(db: Db, { prize, show, after = 0 }: Wanted, now: number) {
  const { campaign, draw } = await currentDraw(db)
  const isAnnounced = campaign.announced_at !== null && campaign.announced_at <= now
  const prizes = prizesOf(draw.prizes)
  if (!isAnnounced) return { isAnnounced, prizes: seatedPrizes(prizes), winners: [], next: null }
  const rows = await drawnCustomers(db, draw.id)
    .where('draw_winner.rank', '>', after)
    .$if(prize !== undefined, query => {
      const seats = seatedPrizes(prizes).find(one => one.key === prize)
      // Seat numbers start at 1, so no winner matches 0.
      return query
        .where('draw_winner.seat', '>=', seats?.first ?? 0)
        .where('draw_winner.seat', '<=', seats?.last ?? 0)
    })
    .$if(show !== undefined, query =>
      query.where(eb => filterOf(eb as never, show ?? 'waiting', { campaign, prizes, now })),
    )
    .limit(PAGE + 1)
    .execute()
  const shown = rows.slice(0, PAGE)
  return {
    isAnnounced,
    prizes: seatedPrizes(prizes),
    winners: shown.map(row => winnerOf(row, prizes, campaign, now)),
    next: rows.length > PAGE ? (shown.at(-1)?.rank ?? null) : null,
  }
}

/** Counts the winners that a filter shows; 0 before the announcement. */
export async function countWinners(db: Db, show: WinnerFilter, now: number): Promise<number> {
  const { campaign, draw } = await currentDraw(db)
  if (campaign.announced_at === null || campaign.announced_at > now) return 0
  const prizes = prizesOf(draw.prizes)
  return countOf(
    drawnCustomers(db, draw.id)
      .clearOrderBy()
      .where(eb => filterOf(eb as never, show, { campaign, prizes, now })),
  )
}

export async function winnerById(db: Db, customerId: string, now: number) {
  const { campaign, draw } = await currentDraw(db)
  if (campaign.announced_at === null || campaign.announced_at > now) return null
  const row = await drawnCustomers(db, draw.id)
    .where('draw_winner.customer_id', '=', customerId)
    .executeTakeFirst()
  return row ? winnerOf(row, prizesOf(draw.prizes), campaign, now) : null
}

export type Winner = ReturnType<typeof winnerOf>

function winnerOf(row: DrawnCustomer, prizes: readonly Prize[], campaign: Campaign, now: number) {
  const prize = prizeAt(prizes, row.seat)
  const name = [row.first_name, row.last_name].filter(part => part !== null).join(' ')
  return {
    customerId: row.customer_id,
    rank: row.rank,
    name,
    isPromoted: row.promoted_at !== null,
    status: winnerStatus(row, campaign, now) satisfies WinnerStatus,
    confirmBy: row.seat === null ? null : confirmByOf(row, campaign),
    answeredAt: row.confirmed_at,
    prize:
      prize === null
        ? null
        : {
            key: prize.key,
            title: { th: prize.titleTh, en: prize.titleEn },
            delivery: prize.delivery,
            valueBaht: prize.valueBaht,
            taxBaht: taxOf(prize),
          },
    carrier: row.carrier,
    trackingNo: row.tracking_no,
    shippedAt: row.shipped_at,
    receivedAt: row.received_at,
    taxFormAt: row.tax_form_at,
    taxPaidAt: row.tax_paid_at,
    isMinor: isMinor(row.birth_date, now),
    guardianAt: row.guardian_at,
    version: row.version ?? 0,
  }
}

type Build =
  ReturnType<typeof drawnCustomers> extends SelectQueryBuilder<infer DB, infer TB, infer _>
    ? ExpressionBuilder<DB, TB>
    : never
type DeliveryTime = 'shipped_at' | 'received_at' | 'tax_form_at' | 'tax_paid_at'
type At = { readonly campaign: Campaign; readonly prizes: readonly Prize[]; readonly now: number }

function filterOf(eb: Build, show: WinnerFilter, { campaign, prizes, now }: At) {
  const here = eb('customer.status', '<>', 'cancelled')
  const state = (name: NonNullable<Tables['reward']['draw_state']>) => eb('reward.draw_state', '=', name)
  const seated = eb('draw_winner.seat', 'is not', null)
  const isLate = eb(eb.fn.coalesce('reward.confirm_by', eb.val(campaign.confirm_by)), '<', now)
  const confirmed = eb.and([here, seated, state('confirmed')])
  const isSet = (column: DeliveryTime) => eb(`prize_delivery.${column}`, 'is not', null)
  const isUnset = (column: DeliveryTime) => eb(`prize_delivery.${column}`, 'is', null)
  const ofPrizes = (test: (prize: ReturnType<typeof seatedPrizes>[number]) => boolean) => {
    const some = seatedPrizes(prizes).filter(test)
    return eb.or(some.map(one => eb.between('draw_winner.seat', one.first, one.last)))
  }
  const all: Readonly<Record<WinnerFilter, () => Expression<SqlBool>>> = {
    waiting: () => eb.and([here, seated, state('won'), eb.not(isLate)]),
    confirmed: () => confirmed,
    declined: () => eb.and([here, seated, state('declined')]),
    expired: () => eb.and([here, seated, eb.or([state('expired'), eb.and([state('won'), isLate])])]),
    left: () => eb.and([eb.not(here)]),
    reserve: () => eb.and([here, eb.not(seated)]),
    'not-told': () =>
      eb.and([
        here,
        seated,
        eb.or([state('won'), state('expired')]),
        eb.not(
          eb.exists(
            eb
              .selectFrom('message')
              .select('message.kind')
              .whereRef('message.customer_id', '=', 'draw_winner.customer_id')
              .where('message.kind', 'in', [...winnerKinds])
              .where('message.state', '=', 'sent'),
          ),
        ),
      ]),
    'to-ship': () => eb.and([confirmed, isUnset('shipped_at'), ofPrizes(one => one.delivery === 'shipped')]),
    shipped: () => eb.and([confirmed, isSet('shipped_at'), isUnset('received_at')]),
    received: () => eb.and([confirmed, isSet('received_at')]),
    'tax-open': () =>
      eb.and([
        confirmed,
        eb.or([isUnset('tax_form_at'), isUnset('tax_paid_at')]),
        ofPrizes(one => (taxOf(one) ?? 0) > 0),
      ]),
  }
  return all[show]()
}
