import { beforeEach, expect, test } from 'vitest'
import type { DeskBody } from '#contract/desk-calls.ts'
import { isoOf } from '#contract/time.ts'
import { newKey } from '#tests/kit/activity.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { eachTest, rowsOf, type SignedIn, testServer, update } from '#tests/kit/server.ts'
import { codeOf, openDoors } from '#tests/kit/staff.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
type Joined = Awaited<ReturnType<typeof desk.join>>

let door: Joined
let winner: SignedIn
beforeEach(async () => {
  ;[winner] = await openDoors(server)
  door = await desk.join('staff', 'แพร')
})

const check = async (code: string, by = door) => (await by.call('checkCode', { body: { code } })).body
const body = (code: string, more: Partial<DeskBody<'handOver'>> = {}): DeskBody<'handOver'> => ({
  ...{ key: newKey(), code, rewardType: 'concert', device: 'Door 1', store: null },
  ...more,
})
const handOver = async (given: DeskBody<'handOver'>, by = door) =>
  (await by.call('handOver', { body: given })).body

const cancelEvent = () => {
  const event = { startsAt: isoOf(server.clock.now()), venueTh: 'ลาน', venueEn: 'Arena', cancelled: true }
  return update(server, 'draw', { handover: JSON.stringify({ concert: { event } }) })
}
const who = () => ({ customer_id: winner.customerId })

test.each([
  ['declines', 'given-up', () => update(server, 'reward', { draw_state: 'declined' }, who())],
  [
    'misses the deadline',
    'given-up',
    () => update(server, 'reward', { draw_state: 'won', confirm_by: server.clock.now() - 1 }, who()),
  ],
  [
    'loses the prize to a reserve',
    'given-up',
    () => update(server, 'reward', { draw_state: 'expired' }, who()),
  ],
  ['wins a concert that is cancelled', 'cancelled', cancelEvent],
  [
    'wins a draw whose result is withdrawn',
    'locked',
    () => update(server, 'campaign', { announced_at: null }),
  ],
] as const)('a winner who %s after the scan gets nothing', async (_, reason, happens) => {
  const code = await codeOf(winner)
  expect(await check(code)).toMatchObject({
    result: 'person',
    items: [{ state: { kind: 'ready' } }, {}, {}],
  })
  await happens()
  expect(await handOver(body(code))).toEqual({ result: 'no', reason })
  expect(await rowsOf(server, 'reward_use')).toEqual([])
})

test('a cancelled concert’s seat cannot be used with a PIN either', async () => {
  await cancelEvent()
  const { items } = (await winner.call('getReward')).body
  expect(items.find(({ rewardType }) => rewardType === 'concert')).toMatchObject({ state: 'locked' })
})
