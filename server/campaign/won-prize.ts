import { assertNever } from '#contract/assert-never.ts'
import type { DrawState, LuckyPrize } from '#contract/schema/reward.ts'
import { ticketNumberOf } from '#contract/ticket-number.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import type { Campaign } from './clock.ts'
import { withHandover } from './handover.ts'
import { prizeAt, prizesOf } from './prizes.ts'

type Winner = Pick<Tables['reward'], 'customer_id' | 'draw_rank'>

export async function wonPrize(
  db: Db,
  row: Winner,
  campaign: Pick<Campaign, 'draw_id'>,
  state: DrawState,
): Promise<LuckyPrize | null> {
  switch (state) {
    case 'none':
    case 'entered':
    case 'reserve':
    case 'lost':
      return null
    case 'won':
    case 'confirmed':
    case 'declined':
    case 'expired':
      return prizeOfWinner(db, row, campaign.draw_id ?? '')
    default:
      return assertNever(state)
  }
}

async function prizeOfWinner(db: Db, row: Winner, drawId: string): Promise<LuckyPrize | null> {
  const draw = await db
    .selectFrom('draw')
    .select(['prizes', 'handover'])
    .where('id', '=', drawId)
    .executeTakeFirst()
  if (!draw) return null
  const winner = await db
    .selectFrom('draw_winner')
    .select('seat')
    .where('draw_id', '=', drawId)
    .where('customer_id', '=', row.customer_id)
    .executeTakeFirst()
  // A promoted reserve gets the seat of the winner they replace; every other winner's seat equals their rank.
  const prize = prizeAt(prizesOf(draw.prizes), winner?.seat ?? row.draw_rank)
  if (prize === null) return null
  const { key, titleTh, titleEn, delivery } = prize
  return withHandover({ key, titleTh, titleEn, delivery }, draw.handover)
}

/** Returns the number of the ticket that was drawn, or null if the customer has not won or tickets had no numbers. */
export async function drawnTicketNumber(
  db: Db,
  customerId: string,
  { draw_id, ticket_prefix }: Pick<Campaign, 'draw_id' | 'ticket_prefix'>,
): Promise<string | null> {
  const ticket = await db
    .selectFrom('draw_winner')
    .innerJoin('ticket', 'ticket.id', 'draw_winner.ticket_id')
    .select('ticket.no')
    .where('draw_winner.draw_id', '=', draw_id ?? '')
    .where('draw_winner.customer_id', '=', customerId)
    .executeTakeFirst()
  return ticket && ticket.no !== null ? ticketNumberOf(ticket_prefix, ticket.no) : null
}
