import type { DrawState } from '#contract/schema/reward.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { createLiffEmulator } from '#emulator/index.ts'
import { setMessaging } from '#server/message-queue/channel.ts'
import { nextLineMonth } from '#server/message-queue/quota.ts'
import { setCampaign } from './activity.ts'
import { testServer } from './server.ts'
import { announceWinners } from './winners.ts'

/**
 * Starts a server at noon in Bangkok on the fifth of a month, a LINE with a monthly message limit, and an announced
 * draw with one customer in each of these states.
 */
export async function limitedLine(monthlyLimit: number, states: readonly DrawState[] = ['won', 'won']) {
  const server = await testServer()
  await setMessaging(server.db, true)
  const month = nextLineMonth(server.clock.now())
  server.clock.advance(month + 4 * DAY_MS + 14 * HOUR_MS - server.clock.now())
  const people = await announceWinners(server, states)
  const emulator = await createLiffEmulator({
    liffId: '2000000001-Campaign',
    clock: () => server.clock.now(),
    users: people.map(({ user }) => ({ userId: user.userId, displayName: 'ผู้ทดสอบ' })),
    messaging: { monthlyLimit },
  })
  const friendships = people.map(({ user }) => [user.userId, 'friend' as const])
  emulator.control.patch({ friendships: Object.fromEntries(friendships) })
  await setCampaign(server, { confirm_by: server.clock.now() + 40 * DAY_MS })
  return { server, emulator, people }
}
