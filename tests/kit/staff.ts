import { update } from './rows.ts'
import type { SignedIn, TestServer } from './server.ts'
import { announceWinners } from './winners.ts'

/** Announces two confirmed winners of a concert seat. The doors opened a minute ago. */
export async function openDoors(server: TestServer): Promise<readonly [SignedIn, SignedIn]> {
  const [first, second] = await announceWinners(server, ['confirmed', 'confirmed'])
  if (!first || !second) throw new Error('there are no winners')
  const opens_at = server.clock.now() - 60_000
  await update(server, 'reward_kind', { opens_at, closes_at: null }, { reward_type: 'concert' })
  return [first, second]
}

export const codeOf = async (who: SignedIn): Promise<string> => (await who.call('getRewardQr')).body.payload
