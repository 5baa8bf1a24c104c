import type { DeskBody } from '#contract/desk-calls.ts'
import { newKey } from './activity.ts'
import type { testDesk } from './desk.ts'
import { insert, rowOf, update } from './rows.ts'
import type { SignedIn, TestServer } from './server.ts'
import { announceWinners } from './winners.ts'

/** Announces two confirmed winners of a concert seat who have paid the tax. The doors opened a minute ago. */
export async function openDoors(server: TestServer): Promise<readonly [SignedIn, SignedIn]> {
  const [first, second] = await announceWinners(server, ['confirmed', 'confirmed'])
  if (!first || !second) throw new Error('there are no winners')
  const opens_at = server.clock.now() - 60_000
  await update(server, 'reward_kind', { opens_at, closes_at: null }, { reward_type: 'concert' })
  const { id: draw_id } = await rowOf(server, 'draw')
  const paid = { draw_id, tax_paid_at: server.clock.now(), version: 1, updated_at: server.clock.now() }
  for (const { customerId: customer_id } of [first, second])
    await insert(server, 'prize_delivery', { ...paid, customer_id })
  return [first, second]
}

export const codeOf = async (who: SignedIn): Promise<string> => (await who.call('getRewardQr')).body.payload

type Joined = Awaited<ReturnType<Awaited<ReturnType<typeof testDesk>>['join']>>

/**
 * Returns functions for the calls that staff make with a code, on the device `Door 1`. `door` returns the staff member
 * who uses the device.
 */
export const actsAt = (door: () => Joined) => ({
  check: async (code: string, by = door()) => (await by.call('checkCode', { body: { code } })).body,
  body: (code: string, more: Partial<DeskBody<'handOver'>> = {}): DeskBody<'handOver'> => ({
    ...{ key: newKey(), code, rewardType: 'concert', device: 'Door 1', store: null },
    ...more,
  }),
  handOver: async (given: DeskBody<'handOver'>, by = door()) =>
    (await by.call('handOver', { body: given })).body,
})
