import { expect, test } from 'vitest'
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
