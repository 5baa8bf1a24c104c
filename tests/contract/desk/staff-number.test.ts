import { expect, test } from 'vitest'
import { shortCodeOf, shownShortCode } from '#contract/short-code.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { eachTest, rowsOf, testServer, update } from '#tests/kit/server.ts'
import { actsAt, codeOf, openDoors } from '#tests/kit/staff.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
const run = organiser(server)
const winner = eachTest(async () => (await openDoors(server))[0])
const door = eachTest(() => desk.join('staff', 'แพร'))

const { check, body, handOver } = actsAt(() => door)

const numberOf = async (who = winner) => shortCodeOf(await codeOf(who))

test('finds the winner and returns the code, with which staff hand over', async () => {
  const answer = await check(shownShortCode(await numberOf()))
  expect(answer).toMatchObject({ result: 'person', name: 'สมชาย ใจดี', code: await codeOf(winner) })
  const code = answer.result === 'person' ? answer.code : ''
  expect(await handOver(body(code))).toMatchObject({ result: 'done' })
  const [audited] = await rowsOf(server, 'audit', { action: 'desk staff check' })
  expect(JSON.parse(audited?.detail ?? '')).toEqual({ customerId: winner.customerId, typed: true })
})

test('changes with the code, so an old number finds nobody', async () => {
  const old = await numberOf()
  server.clock.advance(2 * MINUTE_MS)
  expect(await check(old)).toEqual({ result: 'no', reason: 'wrong-number', madeAt: null })
})

test('belongs to winners who collect a prize at this place: a customer with a coupon and a seat’s winner in a store have none', async () => {
  const stranger = await server.signIn()
  await stranger.call('createReward', { body: {} })
  expect(await check(await numberOf(stranger))).toMatchObject({ reason: 'wrong-number' })
  const [store] = await rowsOf(server, 'store', { active: 1 })
  const shop = await desk.join('staff', 'ร้าน', [store?.code ?? ''])
  expect(await check(await numberOf(), shop)).toMatchObject({ reason: 'wrong-number' })
})

test('says the reason if the winner has given the prize up or is blocked', async () => {
  await update(server, 'reward', { draw_state: 'declined' }, { customer_id: winner.customerId })
  const answer = await check(await numberOf())
  const seat = answer.result === 'person' && answer.items.find(one => one.rewardType === 'concert')
  expect(seat).toMatchObject({ state: { kind: 'no', reason: 'given-up' } })
  const number = await numberOf()
  await run('customer', 'block', winner.customerId, '--reason', 'fraud')
  expect(await check(number)).toMatchObject({ result: 'no', reason: 'blocked' })
})

test('cannot be guessed: after ten wrong numbers, the right one is refused for a quarter of an hour', async () => {
  const right = await numberOf()
  const wrong = Array.from({ length: 11 }, (_, n) => String((Number(right) + n + 1) % 1e8).padStart(8, '0'))
  const attempts = await Promise.all(wrong.map(number => check(number)))
  const reasons = attempts.map(answer => answer.result === 'no' && answer.reason)
  expect(reasons.filter(reason => reason === 'wrong-number')).toHaveLength(10)
  expect(reasons.filter(reason => reason === 'too-many')).toHaveLength(1)
  expect(await check(right)).toMatchObject({ reason: 'too-many' })
  expect(await check(await codeOf(winner))).toMatchObject({ result: 'person' })
  const other = await desk.join('staff', 'ต้น')
  expect(await check(right, other)).toMatchObject({ result: 'person' })
  server.clock.advance(15 * MINUTE_MS)
  expect(await check(await numberOf())).toMatchObject({ result: 'person' })
})
