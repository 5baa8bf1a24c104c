import type { DrawState } from '#contract/schema/reward.ts'
import { setCampaign } from './activity.ts'
import { insert, rowOf, update } from './rows.ts'
import type { SignedIn, TestServer } from './server.ts'

/**
 * Two concert tickets with withholding tax (seats 1 and 2), three cases that are shipped (seats 3 to 5), and reserves.
 */
const prizes = [
  {
    key: 'concert',
    titleTh: 'บัตรคอนเสิร์ต',
    titleEn: 'Concert ticket',
    valueBaht: 5000,
    delivery: 'seat',
    count: 2,
  },
  {
    key: 'case',
    titleTh: 'ฟองฟูยกลัง',
    titleEn: 'A case of Fongfu',
    valueBaht: 480,
    delivery: 'shipped',
    count: 3,
  },
  { titleTh: 'ลำดับสำรอง', titleEn: 'Reserves', reserve: true, count: 5 },
] as const
const SEATS = 5

/** Draw states of five winners and a reserve. */
export const sixStates = ['confirmed', 'won', 'confirmed', 'declined', 'confirmed', 'reserve'] as const

/**
 * Signs in one customer for each draw state and announces a draw in which they have the ranks 1, 2, 3 and so on. From
 * rank 6, they are reserves.
 */
export async function announceWinners(server: TestServer, states: readonly DrawState[]): Promise<SignedIn[]> {
  const { id: drawId } = await rowOf(server, 'draw')
  await update(server, 'draw', {
    prizes: JSON.stringify(prizes),
    state: 'run',
    method: 'seed',
    run_at: server.clock.now(),
  })
  const people: SignedIn[] = []
  for (const [index, state] of states.entries()) {
    const who = await server.signIn()
    await who.call('createReward', { body: {} })
    const rank = index + 1
    const ticket = await server.db
      .selectFrom('ticket')
      .select('id')
      .where('customer_id', '=', who.customerId)
      .executeTakeFirst()
    await insert(server, 'draw_winner', {
      draw_id: drawId,
      rank,
      ticket_id: ticket?.id ?? who.customerId,
      customer_id: who.customerId,
      masked_name: 'ส***',
      reserve: rank > SEATS ? 1 : 0,
      seat: rank > SEATS ? null : rank,
      promoted_at: null,
    })
    await update(
      server,
      'reward',
      { draw_state: state, draw_rank: rank, confirmed_at: state === 'confirmed' ? server.clock.now() : null },
      { customer_id: who.customerId },
    )
    people.push(who)
  }
  await setCampaign(server, { announced_at: server.clock.now() })
  return people
}
