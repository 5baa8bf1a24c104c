import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { keepQuestion } from '#src/state/keep-question.ts'
import { latestValue } from '#src/state/resource.ts'
import { done, openModels } from '#tests/kit/models.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)

/** Opens home, which loads the customer and the campaign, but not the question. */
async function visit() {
  world.phone.signIn(world.a)
  const models = openModels(world.phone)
  keepQuestion(models, models.ports)
  await done(world, Promise.all([models.customer.load(), models.campaign.load()]))
  await world.clock.advance(1000)
  return models
}
const asked = () => world.calls('GET /api/answer/question')

test('a customer who has never opened the question can answer it offline', async () => {
  ;(await visit()).page.close()
  world.breakBy(() => 'drop-request')
  const { answers } = openModels(world.phone)
  await done(world, Promise.all([answers.question.load(), answers.last.load()]), 30_000)
  expect(latestValue(answers.question.current.value)).toMatchObject({ textTh: expect.any(String) })
  expect(await done(world, answers.send('ลิ้นจี่'))).toMatchObject({ state: 'queued', kept: true })
  await world.online(60_000)
  const { body } = await world.server.call('lastAnswer', { token: world.a.token })
  expect(body).toMatchObject({ answerText: 'ลิ้นจี่' })
})

test('the question is loaded once a day', async () => {
  for (const [pause, count] of [
    [0, 1],
    [HOUR_MS, 1],
    [DAY_MS, 2],
  ] as const) {
    await world.clock.advance(pause)
    ;(await visit()).page.close()
    expect(asked()).toBe(count)
  }
})

test('a server that does not answer is not asked twice in a visit', async () => {
  world.breakBy(request => (request.url.endsWith('/question') ? 'hang' : 'ok'))
  const models = await visit()
  await done(world, models.customer.load(), 5000)
  expect(asked()).toBeLessThan(2)
})
