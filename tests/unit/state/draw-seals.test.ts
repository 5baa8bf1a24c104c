import { beforeEach, expect, test, vi } from 'vitest'
import { definition } from '#campaign/definition.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Clock } from '#src/ports.ts'
import { keepSeals, readSeals } from '#src/state/draw-seals.ts'
import { isCachedResponse, privatePrefix, sealPrefix } from '#src/storage/keys.ts'
import { setCampaign } from '#tests/kit/activity.ts'
import { organiser, runInOrder } from '#tests/kit/cli.ts'
import { type AppPage, customerPhone, type Phone } from '#tests/kit/customer-phone.ts'
import { giveAdvertisedPrizes, ticketHolders } from '#tests/kit/draw.ts'
import { update } from '#tests/kit/rows.ts'

/** Tests the seals of the draw's list on a real phone with the real server. */

let phone: Phone
let customerId: string
let skew = 0

const clock: Clock = { now: () => Date.now() + skew, after: () => () => {} }
const soon = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 3000, interval: 5 })
const kept = () => readSeals(phone.kv, customerId)
const seal = () => phone.server.db.selectFrom('draw').select('entries_hash').executeTakeFirstOrThrow()

beforeEach(async () => {
  skew = 0
  phone = await customerPhone('friend')
  customerId = await phone.register()
  await ticketHolders(phone.server, [2, 2])
  await giveAdvertisedPrizes(phone.server, definition.prizes, 1)
  await visit()
  expect(await kept()).toEqual([])
  await setCampaign(phone.server, { mode: 'ended' })
  const run = organiser(phone.server, [], { advertised: definition.prizes })
  await runInOrder(run, [['draw', 'seal', '--physical']])
})

async function visit(): Promise<AppPage> {
  const page = phone.load()
  keepSeals(page.app, { kv: phone.kv, clock })
  await soon(() => expect(page.app.session.customerId.value).toBe(customerId))
  await soon(() => expect(page.app.campaign.state.value).not.toBe('unknown'))
  return page
}

const replaceList = (hash: string) => update(phone.server, 'draw', { entries_hash: hash })

test('keeps the seal of a draw by hand with the version of the formula and both times', async () => {
  await visit()
  await soon(async () => expect(await kept()).toHaveLength(1))
  expect((await kept())[0]).toMatchObject({
    entriesHash: (await seal()).entries_hash,
    formula: 3,
    seenAt: expect.any(Number),
  })
})

test('keeps the first seal, and another one next to it, whatever the phone’s clock says', async () => {
  const first = (await seal()).entries_hash ?? ''
  await visit()
  await soon(async () => expect(await kept()).toHaveLength(1))
  const { seenAt } = (await kept())[0] ?? {}
  await replaceList('b'.repeat(64))
  skew = -2 * DAY_MS
  await visit()
  await soon(async () => expect(await kept()).toHaveLength(2))
  await replaceList(first)
  await visit()
  await soon(async () => expect(await kept()).toHaveLength(2))
  expect((await kept()).map(one => one.entriesHash)).toEqual([first, 'b'.repeat(64)])
  expect((await kept())[0]?.seenAt).toBe(seenAt)
})

test('a server that sends many seals does not fill the phone', async () => {
  for (let index = 0; index < 10; index += 1) {
    await replaceList(String(index).repeat(64))
    const page = await visit()
    const given = String(index).repeat(64)
    await soon(() => {
      const { value } = page.app.campaign.current
      expect(value.state === 'ready' && value.value?.drawSeal?.entriesHash).toBe(given)
    })
    await new Promise(resolve => setTimeout(resolve))
  }
  await soon(async () => expect(await kept()).toHaveLength(8))
})

test('the result screen gets the seals of the signed-in customer only', async () => {
  const page = await visit()
  await soon(async () => expect(await page.app.draws.seals()).toHaveLength(1))
  await page.app.session.logout('discard')
  expect(await page.app.draws.seals()).toBeNull()
})

test('the sign-out deletes the seals, and no seal of a customer who has signed out is stored', async () => {
  const page = await visit()
  await soon(async () => expect(await kept()).toHaveLength(1))
  await page.app.session.logout('discard')
  await soon(async () => expect(await phone.kv.keys(privatePrefix(customerId))).toEqual([]))
  await phone.kv.deletePrefix(privatePrefix(customerId))
  await page.app.campaign.load()
  expect(await kept()).toEqual([])
})

test('a full phone does not delete a seal as it does a cached response', () => {
  expect(isCachedResponse(`${sealPrefix(customerId)}draw/${'a'.repeat(64)}`)).toBe(false)
  expect(isCachedResponse(`${privatePrefix(customerId)}reward`)).toBe(true)
})

test('ignores records that it cannot read', async () => {
  await phone.kv.set([[`${sealPrefix(customerId)}draw/x`, { entriesHash: 1 }]])
  expect(await kept()).toEqual([])
})
