import { beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { setMessaging } from '#server/message-queue/channel.ts'
import { sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { deskWorld } from '#tests/kit/desk-page.tsx'
import { eachTest, insert, update } from '#tests/kit/server.ts'

const world = eachTest(deskWorld)

// The charts draw nothing in elements without a size, so every element gets one.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 200))
})

const menu = (path: string) => document.querySelector(`nav a[href="${path}"]`)?.textContent

async function addFailed(unsure: 0 | 1): Promise<void> {
  const { customerId } = await world.server.signIn()
  const now = world.clock.now()
  await insert(world.server, 'message', {
    kind: 'not-won',
    subject: 'draw',
    customer_id: customerId,
    state: 'dead',
    not_before: now,
    attempts: 1,
    retry_key: null,
    key_at: null,
    unsure,
    reason: '400 The text is too long',
    digest_lead: null,
    is_shared: 0,
    is_alone: 0,
    multicast_id: null,
    created_at: now,
    settled_at: now,
  })
}

test('today begins with what to do, with the promise, and the menu has the numbers', async () => {
  await setCampaign(world.server, { review_days: 3 })
  const { id } = (await sendReceipt(world.server, await world.server.signIn())).body
  const page = await world.open('/today', 'manager')
  expect(page.text()).toContain('Receipts to review: 1')
  expect(page.text()).toContain('a review takes at most 3 days')
  expect([menu('/review'), menu('/messages')]).toEqual(['Review receipts1', 'LINE messages'])
  await page.leave()
  await update(world.server, 'receipt', { created_at: world.clock.now() - 4 * DAY_MS }, { id })
  world.clock.advance(30_000)
  const late = await world.open('/today', 'manager')
  expect(late.text()).toContain('Longer than the 3 days that customers were promised: 1.')
  await late.press('Open: Receipts to review: 1')
  expect(late.path()).toBe('/review')
})

test('a person without anything to do is told so', async () => {
  const page = await world.openPage('/today', 'auditor')
  expect(page.text()).toContain('Nothing waits for you.')
})

test('each failed message has its customer and its reason, and can be sent again', async () => {
  await setMessaging(world.db, true)
  await addFailed(0)
  await addFailed(1)
  const page = await world.open('/messages', 'support')
  expect(menu('/messages')).toBe('LINE messages2')
  expect(page.text()).toContain('LINE refused it: 400 The text is too long')
  expect(page.text()).toContain('LINE did not say within 23 hours')
  await page.press('Send again: Not won')
  expect(page.text()).toContain('Messages that will be sent again: 1. Not repeated: 1.')
  expect(page.text()).not.toContain('LINE refused it')
})

test('an auditor reads the list of failed messages and has no button', async () => {
  await addFailed(0)
  const page = await world.openPage('/messages', 'auditor')
  expect(page.text()).toContain('LINE refused it')
  expect(page.has('button', 'Send again: Not won')).toBe(false)
})
