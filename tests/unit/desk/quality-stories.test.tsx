import { expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/time.ts'
import { nextForReviewer } from '#server/review/assign.ts'
import { decide } from '#server/review/decide.ts'
import { sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { deskWorld } from '#tests/kit/desk-page.tsx'

const NOBODY = '1 of them wait until another reviewer has access'

test('the page says how many decisions wait for a second look, and how many of them nobody may look at', async () => {
  const world = await deskWorld()
  const { server } = world
  const mali = await world.join('manager', 'Mali')
  await setCampaign(server, { second_look_percent: 100 })
  await sendReceipt(server, await server.signIn())
  const at = { actor: 'Mali', reviewer: mali.personId, now: server.clock.now(), random: server.deps.random }
  const claim = await nextForReviewer(server.db, at)
  if (!claim) throw new Error('no receipt is left')
  await decide(server.db, { ...at, ...claim, decision: { kind: 'approved' } })
  const alone = await world.openPage('/quality', mali)
  await alone.press('Disagreements')
  expect(alone.text()).toContain('Decisions that wait for a second look: 1')
  expect(alone.text()).toContain(NOBODY)
  await alone.leave()
  await world.join('reviewer', 'Fon')
  const both = await world.openPage('/quality', mali)
  await both.press('Disagreements')
  expect(both.text()).toContain('Decisions that wait for a second look: 1')
  expect(both.text()).not.toContain(NOBODY)
})

test('a manager who settles a disagreement reads what each reviewer corrected', async () => {
  const world = await deskWorld()
  const { server } = world
  await setCampaign(server, { second_look_percent: 100 })
  const mali = await world.join('manager', 'Mali')
  await sendReceipt(server, await server.signIn(), { amount: 125 })
  for (const [name, amount] of [
    ['Fon', 1250],
    ['Nok', 12_500],
  ] as const) {
    const { personId } = await world.join('reviewer', name)
    const at = { actor: name, reviewer: personId, now: server.clock.now(), random: server.deps.random }
    const claim = await nextForReviewer(server.db, at)
    if (!claim) throw new Error('no receipt is left')
    await decide(server.db, { ...at, ...claim, decision: { kind: 'approved', corrected: { amount } } })
    world.clock.advance(11 * MINUTE_MS)
  }
  const page = await world.openPage('/quality', mali)
  await page.press('Disagreements')
  for (const text of ['125 baht', 'Corrected: Amount (baht) 1,250', 'Corrected: Amount (baht) 12,500'])
    expect(page.text()).toContain(text)
})
