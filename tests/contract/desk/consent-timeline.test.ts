import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { newKey } from '#tests/kit/activity.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { eachTest, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const who = eachTest(() => server.signIn())
const desk = eachTest(() => testDesk(server))

/** Returns the marketing consents in the timeline and the tab, oldest first, with the days since the registration. */
async function marketing() {
  // Joins again, because a session of the desk ends before the next day.
  const support = await desk.join('support', 'Beam')
  const params = { id: who.customerId }
  const { body } = await support.call('customerTimeline', { params, query: {} })
  const joined = body.events.find(({ kind }) => kind === 'joined')?.at ?? 0
  const day = (at: number) => Math.floor((at - joined) / DAY_MS)
  const events = body.events
    .filter(({ about }) => about === 'marketing')
    .map(({ kind, at }) => [kind === 'consent-given', day(at)])
  const { consents } = (await support.call('customer', { params })).body
  const rows = consents
    .filter(({ kind }) => kind === 'marketing')
    .map(({ granted, at }) => [granted, day(at)])
  expect(rows.toSorted()).toEqual(events.toSorted())
  return events.toReversed()
}
const give = () => server.call('giveMarketingConsent', { token: who.token, key: newKey(), body: {} })
const withdraw = () => server.call('deleteMarketingConsent', { token: who.token, key: newKey() })

test('the timeline shows each consent and withdrawal with its day, and none that the customer has not made', async () => {
  expect(await marketing()).toEqual([])
  await withdraw()
  expect(await marketing()).toEqual([])
  server.clock.advance(DAY_MS)
  await give()
  await give()
  server.clock.advance(DAY_MS)
  await withdraw()
  await withdraw()
  expect(await marketing()).toEqual([
    [true, 1],
    [false, 2],
  ])
})

test('the terms and the privacy notice are in the timeline as they were agreed to', async () => {
  const support = await desk.join('support', 'Beam')
  const { body } = await support.call('customerTimeline', { params: { id: who.customerId }, query: {} })
  const given = body.events.filter(({ kind }) => kind === 'consent-given').map(({ about }) => about)
  expect(given.toSorted()).toEqual(['privacy', 'terms'])
  expect(body.events.filter(({ kind }) => kind === 'consent-withdrawn')).toEqual([])
})
