import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { runRetention } from '#server/retention/run.ts'
import { campaignOf, newKey, setCampaign } from '#tests/kit/activity.ts'
import { at, drawOffice, endCampaign, verifyIndependently } from '#tests/kit/draw.ts'
import { eachFolder } from '#tests/kit/folder.ts'
import { eachTest, type SignedIn, testServer, update } from '#tests/kit/server.ts'

const proofFile = () => inFolder('draw.json')

const state = async (who: SignedIn) => (await who.call('getReward')).body.luckyDraw.state
const confirm = (who: SignedIn, attend: boolean) =>
  who.call('confirmConcert', { body: { attend }, key: newKey() })
let people: SignedIn[]

const server = eachTest(testServer)
const { commit, done, draw, run, winners } = drawOffice(server)
const inFolder = eachFolder()
beforeEach(async () => {
  people = []
  for (let index = 0; index < 7; index++) {
    const who = await server.signIn()
    await who.call('createReward', { body: {} })
    people.push(who)
  }
  await commit()
  await endCampaign(server)
  await update(server, 'session', { used_at: server.clock.now() + 4 * DAY_MS })
  await update(server, 'session', { expires_at: server.clock.now() + 90 * DAY_MS })
  await done(['draw', 'seal'])
  server.clock.advance(3 * DAY_MS)
  await setCampaign(server, { confirm_by: server.clock.now() + 5 * DAY_MS })
  await done(['draw', 'run', '--beacon', '7'])
})
const byState = async () => {
  const counts: Record<string, number> = {}
  for (const who of people) {
    const one = await state(who)
    counts[one] = (counts[one] ?? 0) + 1
  }
  return counts
}
const atRank = async (rank: number) => {
  const row = (await winners()).find(one => one.rank === rank)
  const who = people.find(one => one.customerId === row?.customer_id)
  if (!who) throw new Error(`no customer has rank ${rank}`)
  return who
}

test('customers see their result only after the announcement', async () => {
  expect(await byState()).toEqual({ entered: 7 })
  await done(['announce', '--now'])
  expect(await byState()).toEqual({ won: 3, reserve: 2, lost: 2 })
})

test('gives declined and unconfirmed seats to reserves, who get their own deadline', async () => {
  await done(['announce', '--now'])
  const [first, second, third] = [await atRank(1), await atRank(2), await atRank(3)]
  await confirm(first, true)
  await confirm(second, false)
  expect((await run('draw', 'promote')).out).toContain('1 promoted, 0 seats stay vacant, 1 reserves left')
  const fourth = await atRank(4)
  expect([await state(fourth), await state(second)]).toEqual(['won', 'declined'])
  server.clock.advance(6 * DAY_MS)
  await update(server, 'session', { used_at: server.clock.now() })
  expect([await state(third), await state(fourth)]).toEqual(['expired', 'won'])
  expect((await confirm(third, true)).error.error).toBe('CONFIRM_CLOSED')
  expect((await confirm(fourth, true)).status).toBe(200)
  const again = await run('draw', 'promote', '--confirm-by', at(server.clock.now() + DAY_MS))
  expect(again.out).toContain('1 promoted, 0 seats stay vacant, 0 reserves left')
  const fifth = await atRank(5)
  expect(await state(fifth)).toBe('won')
  expect((await winners()).map(one => one.seat)).toEqual([1, 2, 3, 2, 3])
  expect((await draw()).winners.map(one => one.rank)).toEqual([1, 2, 3, 4, 5])
  server.clock.advance(2 * DAY_MS)
  await update(server, 'session', { used_at: server.clock.now() })
  expect(await state(fifth)).toBe('expired')
  expect((await run('draw', 'promote')).out).toContain('0 promoted, 1 seats stay vacant, 0 reserves left')
  expect(await byState()).toEqual({ confirmed: 2, declined: 1, expired: 2, lost: 2 })
})

test('gives the seat of a winner who left to a reserve, and the proof remains valid', async () => {
  const first = await atRank(1)
  await server.call('deleteCustomer', { token: first.token, key: newKey() })
  await done(['announce', '--now'], ['draw', 'promote'], ['draw', 'publish', proofFile()])
  expect(await state(await atRank(4))).toBe('won')
  expect((await verifyIndependently(proofFile())).code).toBe(0)
})

test('announces the result on the announcement date, and only once', async () => {
  await setCampaign(server, { announce_at: server.clock.now() + DAY_MS })
  expect((await run('announce')).out).toContain('will be published')
  expect(await byState()).toEqual({ entered: 7 })
  server.clock.advance(DAY_MS)
  expect((await byState()).won).toBe(3)
  expect((await run('announce', '--now')).err).toMatch(
    /^The result was already announced at [-0-9]+ [0-9:]+ \(Bangkok time\)\.$/,
  )
})

test('keeps an unconfirmed seat until the deadline itself has passed', async () => {
  await done(['announce', '--now'])
  const { confirm_by } = await campaignOf(server)
  server.clock.advance((confirm_by ?? 0) - server.clock.now())
  const later = ['--confirm-by', at(server.clock.now() + DAY_MS)]
  expect((await run('draw', 'promote', ...later)).out).toContain('0 promoted, 0 seats stay vacant')
  server.clock.advance(1)
  expect((await run('draw', 'promote', ...later)).out).toContain('2 promoted, 1 seats stay vacant')
})

test('retention also removes the masked names of winners and reserves', async () => {
  await done(['announce', '--now'])
  const names = async () =>
    new Set(
      (await server.db.selectFrom('draw_winner').select('masked_name').execute()).map(one => one.masked_name),
    )
  expect(await names()).not.toEqual(new Set(['***']))
  await runRetention(server.deps, server.clock.now() + 181 * DAY_MS, { clockIsRight: true })
  expect(await names()).toEqual(new Set(['***']))
})
