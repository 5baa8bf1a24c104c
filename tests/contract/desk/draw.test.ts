import { beforeEach, expect, test } from 'vitest'
import type { DeskAction } from '#contract/approvals.ts'
import { DAY_MS } from '#contract/time.ts'
import { testDesk } from '#tests/kit/desk.ts'
import {
  beaconAt,
  endCampaign,
  giveAdvertisedPrizes,
  shownDraw,
  ticketHolders,
  winnersOf,
} from '#tests/kit/draw.ts'
import { eachTest, rowOf, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
beforeEach(() => giveAdvertisedPrizes(server, desk.deps.advertised, 5))

/** Signs in two managers. One asks for the action, and the other approves it. Returns the error, or null. */
async function together(input: DeskAction): Promise<string | null> {
  const [mali, thana] = [await desk.join('manager', 'Mali'), await desk.join('manager', 'Thana')]
  const asked = await mali.call('askApproval', { body: { input } })
  const params = { id: asked.body.approvals[0]?.id ?? '' }
  const { status, error } = await thana.approve(params.id)
  server.clock.advance(1)
  return status === 200 ? null : `${error.error} ${error.detail}`
}

const status = async () => (await (await desk.join('auditor')).call('draw')).body

test('two managers lead a draw from the promise to the promotion of reserves', async () => {
  await ticketHolders(server, Array(30).fill(2))
  expect(await status()).toMatchObject({ state: 'open', commitment: null, winners: 0 })
  const promise = { beaconSource: 'รางวัลที่ 1', beaconAt: await beaconAt(server), late: false, again: false }
  expect(await together({ action: 'draw-commit', ...promise })).toBeNull()
  const committed = await status()
  expect(committed).toMatchObject({ state: 'committed', beaconSource: 'รางวัลที่ 1' })
  expect(committed.commitment).toMatch(/^[0-9a-f]{64}$/)
  expect(await together({ action: 'draw-seal', leavePending: false })).toBe('REFUSED CAMPAIGN_NOT_ENDED')
  await endCampaign(server)
  expect(await together({ action: 'draw-seal', leavePending: false })).toBeNull()
  expect(await status()).toMatchObject({ state: 'sealed', entriesCount: 60, byHand: false })
  expect(await together({ action: 'draw-run', beacon: '123456' })).toBe('REFUSED BEACON_NOT_YET')
  server.clock.advance(3 * DAY_MS)
  expect(await together({ action: 'draw-run', beacon: '123456' })).toBeNull()
  const drawn = await status()
  expect(drawn.winners + drawn.reserves).toBe((await winnersOf(server)).length)
  expect((await shownDraw(server)).winners).toEqual([])
  expect(await together({ action: 'announce', at: 0 })).toBeNull()
  const announced = await status()
  expect(announced.announcedAt).toBe(server.clock.now() - 1)
  expect(announced.answers.waiting).toBe(drawn.winners)
  expect((await shownDraw(server)).winners).not.toEqual([])
  expect(await together({ action: 'promote-reserves', confirmBy: server.clock.now() + DAY_MS })).toBeNull()
})

test('the status has neither the secret nor a name', async () => {
  await ticketHolders(server, [1, 1, 1])
  const promise = { beaconSource: 'lottery', beaconAt: await beaconAt(server), late: false, again: false }
  await together({ action: 'draw-commit', ...promise })
  const { secret } = await rowOf(server, 'draw')
  const shown = JSON.stringify(await status())
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(shown).not.toContain(secret ?? '')
  expect(shown).not.toContain('กิตติ')
  const audit = await server.db.selectFrom('audit').select('detail').execute()
  expect(JSON.stringify(audit)).not.toContain(secret ?? '')
})
