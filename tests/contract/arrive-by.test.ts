import { expect, test } from 'vitest'
import { isoOf } from '#contract/time.ts'
import { arriveBy } from '#src/domain/arrive-by.ts'
import { campaignOf, sendReceipt, setCampaign, uploadPhoto } from '#tests/kit/activity.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

async function datesOf(server: TestServer) {
  const { body } = await server.call('activity')
  return 'serverTime' in body ? body : null
}

test('the server accepts a late receipt up to the moment that the phone names, and not after it', async () => {
  const server = await testServer()
  const { closes_at } = await campaignOf(server)
  server.clock.advance(closes_at - 60_000 - server.clock.now())
  const me = await server.signIn()
  const madeAt = server.clock.now()
  const until = arriveBy(await datesOf(server), madeAt) ?? 0
  const late = async () => ({
    at: isoOf(madeAt),
    purchasedAt: isoOf(madeAt - 60_000),
    images: [await uploadPhoto(server, me)],
  })
  const [first, second] = [await late(), await late()]
  server.clock.advance(until - madeAt)
  expect((await sendReceipt(server, me, first)).status).toBe(200)
  server.clock.advance(1)
  expect((await sendReceipt(server, me, second)).body).toMatchObject({ error: 'CAMPAIGN_ENDED' })
})

test('no time is named if the organiser has opened or ended the campaign by hand', async () => {
  const server = await testServer()
  const named = async () => arriveBy(await datesOf(server), server.clock.now())
  expect(await named()).not.toBeNull()
  await setCampaign(server, { mode: 'ended' })
  expect(await named()).toBeNull()
  await setCampaign(server, { mode: 'open' })
  const { closes_at } = await campaignOf(server)
  const madeAt = server.clock.now()
  server.clock.advance(closes_at + 1000 - madeAt)
  expect(arriveBy(await datesOf(server), madeAt)).toBeNull()
})
