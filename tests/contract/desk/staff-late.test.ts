import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { newKey } from '#tests/kit/activity.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { dump } from '#tests/kit/dump.ts'
import { eachTest, rowsOf, testServer } from '#tests/kit/server.ts'
import { codeOf, openDoors } from '#tests/kit/staff.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
const winner = eachTest(async () => (await openDoors(server))[0])
const manager = eachTest(() => desk.join('manager'))
const left = eachTest(() => desk.join('staff', 'แพร'))
const other = eachTest(() => desk.join('staff', 'ต้น'))

const taken = async () => ({
  ...{ key: newKey(), code: await codeOf(winner), rewardType: 'concert' as const, at: server.clock.now() },
})
type Taken = Awaited<ReturnType<typeof taken>>
const report = (one: Taken, { by = left, personId = left.personId } = {}) =>
  by.call('reportHandOvers', { body: { personId, device: 'Door 1', handOvers: [one] } })
const newsOf = async (by: typeof left) =>
  (await by.call('syncHandOvers', { body: { device: 'Door 2', store: null, known: 0, handOvers: [] } })).body
const end = () => manager.call('endPerson', { params: { id: left.personId } })

test('a device whose access has ended reports what it handed over; the staff at the event see it, and nothing is redeemed', async () => {
  const one = await taken()
  server.clock.advance(5 * MINUTE_MS)
  await end()
  expect((await report(one)).body).toEqual({ isKnown: true })
  expect((await report(one)).body).toEqual({ isKnown: true })
  const [row, ...more] = await rowsOf(server, 'hand_over')
  expect(more).toEqual([])
  expect(row).toMatchObject({ outcome: 'refused', reason: 'access-ended', at: one.at, device: 'Door 1' })
  expect(await rowsOf(server, 'reward_use')).toEqual([])
  expect((await newsOf(other)).conflicts).toMatchObject([
    { key: one.key, reason: 'access-ended', first: null, second: { at: one.at, device: 'Door 1' } },
  ])
  const [entry, ...others] = await rowsOf(server, 'audit', { action: 'desk staff report after end' })
  expect(others).toEqual([])
  expect(entry?.actor).toContain(left.personId)
})

test.each(['before', 'after'] as const)(
  'if another device handed it over %s the report, the conflict names the code, both devices and both times',
  async when => {
    const one = await taken()
    const byOther = async () => {
      const body = {
        key: newKey(),
        code: one.code,
        rewardType: one.rewardType,
        device: 'Door 2',
        store: null,
      }
      const { body: answer } = await other.call('handOver', { body })
      expect(answer.result).toBe('done')
      return server.clock.now()
    }
    server.clock.advance(MINUTE_MS)
    let at = when === 'before' ? await byOther() : 0
    await end()
    await report(one)
    if (when === 'after') at = await byOther()
    const { conflicts } = await newsOf(other)
    expect(conflicts).toMatchObject([
      {
        code: one.code.split('.')[1]?.slice(-8).toUpperCase(),
        reason: 'access-ended',
        first: { at, device: 'Door 2' },
        second: { at: one.at, device: 'Door 1' },
      },
    ])
  },
)

test('only the ended person’s own browser may report, and the answer has nothing of a customer', async () => {
  const one = await taken()
  const answerOf = async (...given: Parameters<typeof report>) => {
    const before = await dump(server.db)
    const { status, body } = await report(...given)
    expect([status, body]).toEqual([200, { isKnown: false }])
    expect(await dump(server.db)).toEqual(before)
  }
  // A person who can still sign in must send the hand-overs with their own session.
  await answerOf(one)
  await end()
  await answerOf(one, { by: other })
  await answerOf(one, { by: desk.browser() as typeof left })
  await answerOf(one, { personId: newKey() })
  await manager.call('inviteAgain', { params: { id: left.personId } })
  await answerOf(one)
})

test('a code that this campaign did not make is stored nowhere', async () => {
  const one = await taken()
  const code = one.code.replace(/[\w-]{22}$/, 'A'.repeat(22))
  await end()
  expect((await report({ ...one, code })).body).toEqual({ isKnown: true })
  expect(await rowsOf(server, 'hand_over')).toEqual([])
  expect((await left.call('nightList')).error.error).toBe('SIGNED_OUT')
})

test('a staff member whose role has changed still reports, and stores do not see it', async () => {
  const one = await taken()
  const [store] = await rowsOf(server, 'store', { active: 1 })
  const shop = await desk.join('staff', 'ร้าน', [store?.code ?? ''])
  await manager.call('changeRole', { params: { id: left.personId }, body: { role: 'reviewer' } })
  expect((await report(one)).body).toEqual({ isKnown: true })
  const body = { device: 'Shop', store: store?.code ?? '', known: 0, handOvers: [] }
  expect((await shop.call('syncHandOvers', { body })).body.conflicts).toEqual([])
  expect((await newsOf(other)).conflicts).toHaveLength(1)
  server.clock.advance(2 * DAY_MS)
  const back = await desk.join('staff', 'ต้น')
  expect((await newsOf(back)).conflicts).toEqual([])
})
