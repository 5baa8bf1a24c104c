import { expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { setMessaging } from '#server/message-queue/channel.ts'
import { sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { type DeskPage, deskWorld } from '#tests/kit/desk-page.tsx'
import { eachTest, rowOf, update } from '#tests/kit/server.ts'
import { announceWinners } from '#tests/kit/winners.ts'

const world = eachTest(deskWorld)

const ASK = 'Ask for approval'
const NEXT = '01920000-0000-7000-8000-00000000000f'
const states = ['confirmed', 'declined', 'won', 'won', 'won', 'reserve'] as const

/** Marks the draw as committed, so that its seal is the next step. */
const promise = () => update(world, 'draw', { state: 'committed', secret: 'ab', commitment: 'c'.repeat(64) })

const polls = async (page: DeskPage, ms: number) => {
  page.network.forget()
  await page.pass(ms)
  return page.network.count('draw')
}

test('a poll that fails keeps the page and what was typed', async () => {
  vi.useFakeTimers()
  const page = await world.openPage('/draw', 'manager')
  const source = 'What is the public random value? For example the lottery’s first prize of a day'
  await page.type(source, 'Lottery')
  page.network.breakBy(name => (name === 'draw' ? 'request-lost' : 'arrives'))
  await page.pass(20_000)
  expect(page.alerts().some(text => text.includes('The server cannot be reached'))).toBe(true)
  expect(page.field(source).value).toBe('Lottery')
  page.network.breakBy(() => 'arrives')
  await page.pass(20_000)
  expect([page.alerts(), page.field(source).value]).toEqual([[], 'Lottery'])
})

test('nobody can ask for a step while the page does not know what is asked already', async () => {
  vi.useFakeTimers()
  const browser = await world.join('manager')
  await promise()
  await browser.call('askApproval', {
    body: { input: { action: 'draw-seal', leavePending: false, physical: false } },
  })
  const page = await world.open('/account', browser)
  page.network.breakBy(name => (name === 'approvals' ? 'request-lost' : 'arrives'))
  await page.press('Draw')
  await page.pass(10_000)
  expect([page.has('button', ASK), page.alerts().length > 0]).toEqual([false, true])
  page.network.breakBy(() => 'arrives')
  await page.press('Try again')
  expect([page.text().includes('Waiting for approval'), page.has('button', ASK)]).toEqual([true, false])
})

test('a mark whose checkbox has disappeared is not sent', async () => {
  await promise()
  const { id } = (await sendReceipt(world.server, await world.server.signIn())).body
  vi.useFakeTimers()
  const page = await world.openPage('/draw', 'manager')
  const leave = 'Seal even though receipts wait for a review. They will not take part'
  await page.tick(leave)
  await update(world, 'receipt', { status: 'void' }, { id })
  await page.pass(5000)
  expect(page.has('label', leave)).toBe(false)
  await page.press(ASK)
  expect(page.network.bodies('askApproval')).toEqual([
    { input: { action: 'draw-seal', leavePending: false, physical: false } },
  ])
})

test('the page reads every five seconds, and twice a second while the server carries a step out', async () => {
  await promise()
  vi.useFakeTimers()
  const page = await world.openPage('/draw', 'manager')
  await page.press(ASK)
  expect(await polls(page, 10_000)).toBe(2)
  const { id } = await rowOf(world, 'desk_approval')
  const begun = { approval: id, action: 'draw-seal' } as const
  const work = world.work.begin(begun)
  await page.pass(5000)
  expect(page.text()).toContain('Started; counting the entries')
  work.progress.begin(200_000)
  await work.progress.step(50_000)
  const count = await polls(page, 3000)
  expect([count > 4, count < 8]).toEqual([true, true])
  expect(page.text()).toContain('50,000 of 200,000 done')
  const bar = document.querySelector('[role="progressbar"]')
  expect([bar?.getAttribute('aria-valuenow'), page.has('button', ASK)]).toEqual(['25', false])
  await work.progress.step(150_000)
  await page.pass(1000)
  expect(page.text()).toContain('Storing the result')
  work.end()
  await page.pass(1000)
  expect([page.text().includes('Waiting for approval'), await polls(page, 10_000)]).toEqual([true, 2])
})

test('after the seal, the page has the code of the list to publish, with a button that copies it', async () => {
  await promise()
  const hash = '3f2a9c0177be10d4'.padEnd(64, '0')
  const page = await world.openPage('/draw', 'manager')
  expect(page.text()).not.toContain('Publish the code of the list now')
  await update(world, 'draw', {
    state: 'sealed',
    sealed_at: world.clock.now(),
    entries_hash: hash,
    entries_count: 12,
  })
  const copied: string[] = []
  const clipboard = { writeText: async (text: string) => void copied.push(text) }
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as unknown as Clipboard)
  const sealed = await world.openPage('/draw', 'manager')
  expect(sealed.text()).toContain('Publish the code of the list now')
  await sealed.press('Copy the text')
  expect(copied).toHaveLength(1)
  for (const part of ['12 entries', '3F2A-9C01-77BE-10D4', hash]) expect(copied[0]).toContain(part)
  expect(sealed.text()).toContain('campaign draw verify list.json --list-hash CODE')
  expect(sealed.text()).not.toContain('time stamp')
})

test('who counts again consents again to exceed the quota, and starts once', async () => {
  await announceWinners(world.server, states)
  await setMessaging(world.db, true)
  const quota = { quota_limit: 3, quota_used: 2, quota_at: world.clock.now() }
  await update(world, 'message_channel', quota)
  const page = await world.openPage('/draw', 'manager')
  await page.press('Count before sending')
  const start = 'Start sending 4 messages'
  const over = 'Start even though this exceeds the quota'
  expect(page.isDisabled(start)).toBe(true)
  await page.tick(over)
  expect(page.isDisabled(start)).toBe(false)
  await page.press('Count before sending')
  expect(page.isDisabled(start)).toBe(true)
  await page.tick(over)
  vi.useFakeTimers()
  await page.click(start)
  await page.click(start)
  await page.settle()
  expect(page.network.bodies('startMailing')).toEqual([{ counted: 4, overQuota: true }])
  expect(page.text()).toContain('Sending')
})

test('the counting adds its parts, stops at a failure, and stops with its page', async () => {
  await announceWinners(world.server, states)
  await setMessaging(world.db, true)
  const page = await world.openPage('/draw', 'manager')
  const { body } = await page.browser.call('countMailing', { query: {} })
  // The count comes in two parts, each of which repeats the real answer.
  let part = 0
  const inParts = () => Response.json({ ...body, next: part++ % 2 === 0 ? NEXT : null })
  page.network.answerBy(name => (name === 'countMailing' ? inParts() : null))
  await page.press('Count before sending')
  expect(page.text()).toContain('8 messages to send')
  expect(page.network.sent.filter(({ name }) => name === 'countMailing').map(({ path }) => path)).toEqual([
    '/desk-api/mailing/count',
    `/desk-api/mailing/count?after=${NEXT}`,
  ])
  page.network.breakBy(name => (name === 'countMailing' && part % 2 === 1 ? 'answer-lost' : 'arrives'))
  await page.press('Count before sending')
  expect(page.alerts().at(-1)).toContain('The server cannot be reached')
  expect(page.text()).not.toContain('messages to send')
  part = 0
  page.network.breakBy(() => 'arrives')
  page.network.forget()
  const release = page.network.hold('countMailing')
  await page.press('Count before sending')
  await page.leave()
  release()
  await page.settle()
  expect(page.network.count('countMailing')).toBe(1)
})

test('the server’s clock says whether the result is public, not the browser’s', async () => {
  await announceWinners(world.server, states)
  await setMessaging(world.db, true)
  await setCampaign(world.server, { announced_at: world.clock.now() + HOUR_MS })
  vi.useFakeTimers({ now: world.clock.now() + DAY_MS })
  const page = await world.openPage('/draw', 'manager')
  expect(page.text()).toContain('Will be announced at')
  await page.press('Count before sending')
  expect(page.text()).toContain('The server sends them from')
  await page.press('Start sending 4 messages')
  expect(page.text()).toMatch(/Starts at/)
})

test('a file that is fetched once is fetched once, and one that breaks off says what to do', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const [asker, other] = [await world.join('manager', 'Mali'), await world.join('manager', 'Thana')]
  await update(world, 'desk_person', { approves_from: 0 })
  for (let asked = 0; asked < 2; asked++) {
    await asker.call('askApproval', {
      body: { input: { action: 'export-table', table: 'receipts', kind: 'csv', lang: 'en' } },
    })
    const { approvals } = (await other.call('approvals')).body
    const open = approvals.find(({ state }) => state === 'asked')
    if (open) await other.approve(open.id)
  }
  vi.useFakeTimers()
  const page = await world.openPage('/exports', asker)
  const links = () => saved.mock.contexts.length
  page.network.breakBy(name => (name === 'approvedFile' ? 'request-lost' : 'arrives'))
  await page.press('Download the file')
  expect([page.alerts().at(-1), links()]).toEqual([expect.stringContaining('The download failed.'), 0])
  page.network.breakBy(() => 'arrives')
  page.network.forget()
  await page.click('Download the file')
  await page.click('Download the file')
  await page.settle()
  expect([page.network.count('approvedFile'), links()]).toEqual([1, 1])
})
