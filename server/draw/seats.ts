import type { WinnerStatus } from '#contract/desk/winners.ts'
import type { Campaign } from '#server/campaign/clock.ts'
import { confirmByOf } from '#server/campaign/reward.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { DrawRefusal } from './refusal.ts'

type Drawn = Pick<Tables['reward'], 'draw_state' | 'confirm_by'> &
  Pick<Tables['draw_winner'], 'seat'> &
  Pick<Tables['customer'], 'status'>

export function winnerStatus(row: Drawn, campaign: Campaign, now: number): WinnerStatus {
  if (row.status === 'cancelled') return 'left'
  if (row.seat === null) return 'reserve'
  if (row.draw_state === 'won') return now > confirmByOf(row, campaign) ? 'expired' : 'waiting'
  return row.draw_state === 'confirmed' || row.draw_state === 'expired' ? row.draw_state : 'declined'
}

export function requireConfirmed(status: WinnerStatus): void {
  if (status === 'left') throw new DrawRefusal('WINNER_LEFT')
  if (status === 'reserve') throw new DrawRefusal('NOT_A_WINNER')
  if (status === 'declined' || status === 'expired') throw new DrawRefusal('GIVEN_UP')
  if (status !== 'confirmed') throw new DrawRefusal('NOT_CONFIRMED')
}

export const drawnCustomers = (db: Db, drawId: string) =>
  db
    .selectFrom('draw_winner')
    .innerJoin('customer', 'customer.id', 'draw_winner.customer_id')
    .innerJoin('reward', 'reward.customer_id', 'draw_winner.customer_id')
    .leftJoin('prize_delivery', join =>
      join
        .onRef('prize_delivery.draw_id', '=', 'draw_winner.draw_id')
        .onRef('prize_delivery.customer_id', '=', 'draw_winner.customer_id'),
    )
    .select(['draw_winner.rank', 'draw_winner.seat', 'draw_winner.customer_id', 'draw_winner.ticket_id'])
    .select(['draw_winner.promoted_at', 'customer.status', 'customer.first_name', 'customer.last_name'])
    .select(['reward.draw_state', 'reward.confirm_by', 'reward.confirmed_at'])
    .select(['prize_delivery.carrier', 'prize_delivery.tracking_no', 'prize_delivery.shipped_at'])
    .select(['prize_delivery.received_at', 'prize_delivery.tax_form_at', 'prize_delivery.tax_paid_at'])
    .select(['customer.birth_date', 'prize_delivery.guardian_at', 'prize_delivery.version'])
    .where('draw_winner.draw_id', '=', drawId)
    .orderBy('draw_winner.rank')

export type DrawnCustomer = Awaited<ReturnType<ReturnType<typeof drawnCustomers>['execute']>>[number]
