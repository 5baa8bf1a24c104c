import { describe, expect, test, vi } from 'vitest'
import { SESSION_IDLE_MS } from '#contract/desk/limits.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { LEASE_MS } from '#server/review/lease.ts'
import { reviewWorld, shown } from '#tests/kit/review-page.ts'
import { eachTest, update } from '#tests/kit/server.ts'

const send = (count: number) => world.send(count)
const statuses = () => world.statuses()
const world = eachTest(reviewWorld)

/** Sends this many receipts and opens the review page. */
async function reviewing(count: number) {
  await send(count)
  return world.openPage('/review', 'reviewer')
}
const breakCall = (
  page: Awaited<ReturnType<typeof reviewing>>,
  call: string,
  how: 'request-lost' | 'answer-lost',
) => page.network.breakBy(name => (name === call ? how : 'arrives'))

describe('keys', () => {
  test('act on the receipt that is shown', async () => {
    const page = await reviewing(3)
    expect(shown(page)).toBe('1')
    await page.pressKey('a')
    expect([shown(page), await statuses()]).toEqual(['2', 'approved pending pending'])
    await page.pressKey('s')
    expect(shown(page)).toBe('3')
    await page.pressKey('u')
    expect(shown(page)).toBe('2')
  })

  test('do nothing behind an open dialog, and nothing while a note is typed', async () => {
    const page = await reviewing(2)
    await page.pressKey('?')
    for (const key of ['a', 's', 'u', 'r']) await page.pressKey(key)
    expect(page.dialogs()).toHaveLength(1)
    await page.press('Close')
    await page.pressKey('r')
    await page.pressKey('a')
    await page.pressKey('1')
    for (const key of ['a', 's', '1', 'Enter']) await page.pressKey(key, { on: page.field('Your own note') })
    expect([shown(page), await statuses()]).toEqual(['1', 'pending pending'])
  })

  test('Enter rejects without a note, but on a button it presses the button', async () => {
    const page = await reviewing(3)
    for (const key of ['r', '1', 'Enter']) await page.pressKey(key)
    expect(await statuses()).toBe('rejected pending pending')
    await page.pressKey('r')
    await page.pressKey('1')
    await page.pressKey('Enter', { on: page.button('Close') })
    expect([page.dialogs().length, await statuses()]).toEqual([0, 'rejected pending pending'])
    await page.pressKey('r')
    await page.pressKey('1')
    await page.pressKey('Enter', { on: document.body })
    expect(await statuses()).toBe('rejected rejected pending')
  })

  test('a rejection can be typed faster than the page renders, also while the dialog is still opening', async () => {
    const page = await reviewing(3)
    vi.useFakeTimers()
    for (const key of ['r', '1', 'Enter']) await page.key(key)
    await page.settle()
    expect(await statuses()).toBe('rejected pending pending')
    for (const key of ['r', '1']) await page.key(key)
    await page.settle()
    await page.pressKey('Enter')
    expect(await statuses()).toBe('rejected rejected pending')
  })

  test('a key that is pressed as soon as the next receipt appears acts on it', async () => {
    const page = await reviewing(3)
    await page.pressKey('a')
    // React renders without a timer. Everything that needs a timer happens only after the next key.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await page.key('u')
    while (shown(page) !== '1') await new Promise(done => setImmediate(done))
    await page.key('r')
    await page.settle()
    expect(page.dialogs()).toHaveLength(1)
  })

  test('of two quick presses only the first is sent', async () => {
    const page = await reviewing(3)
    vi.useFakeTimers()
    for (let press = 0; press < 2; press++) await page.key('a')
    await page.settle()
    expect(page.network.count('reviewDecide')).toBe(1)
    expect([page.alerts(), shown(page), await statuses()]).toEqual([[], '2', 'approved pending pending'])
  })
})

describe('the next receipt', () => {
  test('is loaded once, before it is needed, and shown at once after a decision', async () => {
    const ids = await send(4)
    const page = await world.openPage('/review', 'reviewer')
    expect(page.network.bodies('reviewNext')).toEqual([
      { tab: expect.any(String), holding: [] },
      { tab: expect.any(String), holding: [ids[0]] },
    ])
    page.network.forget()
    const release = page.network.hold('reviewNext')
    await page.pressKey('a')
    expect([shown(page), page.isDisabled('Approve')]).toEqual(['2', false])
    expect(page.network.bodies('reviewNext')).toEqual([{ tab: expect.any(String), holding: [ids[1]] }])
    release()
    await page.settle()
    expect(page.network.count('reviewNext')).toBe(1)
    expect(shown(page)).toBe('2')
  })

  test('stays if it arrives while the decision before it is being saved', async () => {
    const ids = await send(3)
    const page = await world.openPage('/review', 'reviewer')
    const next = page.network.hold('reviewNext')
    await page.pressKey('a')
    const decided = page.network.hold('reviewDecide')
    await page.pressKey('a')
    next()
    await page.settle()
    page.network.forget()
    decided()
    await page.settle()
    expect(shown(page)).toBe('3')
    expect(page.network.bodies('reviewNext')).toEqual([{ tab: expect.any(String), holding: [ids[2]] }])
  })

  test('shows its own photos, in a new image element', async () => {
    const ids = await send(2)
    const page = await world.openPage('/review', 'reviewer')
    const image = () => document.querySelector('figure img')
    const [first, source] = [image(), image()?.getAttribute('src')]
    expect(source).toContain(ids[0])
    await page.pressKey('+')
    expect(image()?.getAttribute('style')).toContain('150%')
    await page.pressKey('a')
    expect(image()?.getAttribute('src')).toContain(ids[1])
    expect(image()).not.toBe(first)
    expect(image()?.getAttribute('style')).toContain('100%')
  })

  test('is loaded again in advance after a failure', async () => {
    const page = await reviewing(4)
    await update(world, 'receipt', { version: 9 }, { receipt_no: 'R-1-000' })
    await page.pressKey('a')
    expect(page.alerts()[0]).toContain('Someone else has changed this')
    page.network.forget()
    await page.press('Try again')
    expect([page.alerts(), page.network.count('reviewNext')]).toEqual([[], 2])
    await page.pressKey('a')
    expect(shown(page)).not.toBeNull()
    expect(page.isDisabled('Approve')).toBe(false)
  })

  test('a failed load is said if the screen is empty, and tried again with the next step', async () => {
    const page = await reviewing(3)
    breakCall(page, 'reviewNext', 'request-lost')
    await page.pressKey('a')
    expect([page.alerts(), shown(page)]).toEqual([[], '2'])
    await page.pressKey('a')
    expect(page.alerts()[0]).toContain('The server cannot be reached')
    expect(page.text()).not.toContain('No receipts left for you')
    page.network.breakBy(() => 'arrives')
    await page.press('Try again')
    expect([page.alerts(), shown(page)]).toEqual([[], '3'])
  })
})

test('an empty queue is asked once, and again when the person asks', async () => {
  const page = await world.openPage('/review', 'reviewer')
  expect([page.network.count('reviewNext'), page.text()]).toEqual([
    1,
    expect.stringContaining('No receipts left'),
  ])
  await send(1)
  await page.press('Look again')
  expect(shown(page)).toBe('1')
})

test('skips and decisions are undone in reverse order, also from the empty queue', async () => {
  const page = await reviewing(2)
  expect(page.isDisabled('Undo')).toBe(true)
  await page.pressKey('a')
  await page.pressKey('s')
  expect(page.text()).toContain('No receipts left for you')
  await page.pressKey('u')
  expect([shown(page), await statuses()]).toEqual(['2', 'approved pending'])
  await page.pressKey('u')
  expect([shown(page), await statuses(), page.isDisabled('Undo')]).toEqual(['1', 'pending pending', true])
  await page.pressKey('u')
  expect(page.network.count('reviewUndo')).toBe(1)
})

test('a decision that the server did not get is still to be made, and is sent once more by the person', async () => {
  const page = await reviewing(2)
  breakCall(page, 'reviewDecide', 'request-lost')
  await page.pressKey('a')
  expect(page.alerts()[0]).toContain('The server cannot be reached')
  expect([shown(page), await statuses(), page.text()]).toEqual([
    '1',
    'pending pending',
    expect.stringContaining('2 left'),
  ])
  page.network.breakBy(() => 'arrives')
  await page.pressKey('a')
  expect([page.alerts(), shown(page), await statuses()]).toEqual([[], '2', 'approved pending'])
})

test('a decision whose answer was lost counts when the person makes it again, and can be undone', async () => {
  const page = await reviewing(2)
  breakCall(page, 'reviewDecide', 'answer-lost')
  await page.pressKey('a')
  page.network.breakBy(() => 'arrives')
  await page.pressKey('a')
  expect([page.alerts(), shown(page), await statuses()]).toEqual([[], '2', 'approved pending'])
  await page.pressKey('u')
  expect([page.alerts(), shown(page), await statuses()]).toEqual([[], '1', 'pending pending'])
})

test('after a decision whose answer was lost, another one is refused', async () => {
  const page = await reviewing(2)
  breakCall(page, 'reviewDecide', 'answer-lost')
  await page.pressKey('a')
  page.network.breakBy(() => 'arrives')
  for (const key of ['r', '1', 'Enter']) await page.pressKey(key)
  expect([page.alerts().length, await statuses()]).toEqual([1, 'approved pending'])
  await page.press('Try again')
  expect(shown(page)).toBe('2')
})

describe('the heartbeat', () => {
  test('keeps the receipts of an open tab, and the tab returns them when it closes', async () => {
    await send(2)
    vi.useFakeTimers()
    const page = await world.openPage('/review', 'reviewer')
    for (let minute = 0; minute < 10; minute++) {
      world.clock.advance(MINUTE_MS)
      await page.pass(MINUTE_MS)
    }
    expect(page.network.count('reviewHeartbeat')).toBe(10)
    await page.pressKey('a')
    expect(await statuses()).toBe('approved pending')
    await page.leave()
    expect(await world.db.selectFrom('review_lease').select('receipt_id').execute()).toEqual([])
  })

  test('after a sleep says that the receipt went back, does not say that the queue is empty, and lets no key act', async () => {
    await send(3)
    vi.useFakeTimers()
    const page = await world.openPage('/review', 'reviewer')
    await page.pressKey('r')
    await page.pressKey('1')
    world.clock.advance(LEASE_MS)
    await page.pass(MINUTE_MS)
    expect(page.alerts()[0]).toContain('went back to the queue')
    expect(page.text()).not.toContain('No receipts left')
    for (const key of ['a', 's', 'u']) await page.pressKey(key)
    expect([page.network.count('reviewDecide'), page.network.count('reviewSkip')]).toEqual([0, 0])
    await page.press('Look again')
    expect([page.alerts(), shown(page)]).toEqual([[], '1'])
  })

  test('an old answer neither removes a receipt that was undone since, nor shows an older count', async () => {
    await send(3)
    vi.useFakeTimers()
    const page = await world.openPage('/review', 'reviewer')
    await page.pressKey('s')
    const release = page.network.hold('reviewHeartbeat')
    await page.pass(MINUTE_MS)
    await page.pressKey('u')
    expect(shown(page)).toBe('1')
    await page.pressKey('a')
    await page.pressKey('u')
    await page.pressKey('a')
    expect(page.text()).toContain('2 left')
    release()
    await page.settle()
    expect([page.alerts(), shown(page)]).toEqual([[], '2'])
    expect(page.text()).toContain('2 left')
    await page.pressKey('u')
    expect(shown(page)).toBe('1')
  })

  test('leads to the sign-in when the session is over', async () => {
    await send(1)
    vi.useFakeTimers()
    const page = await world.open('/review', 'reviewer')
    world.clock.advance(SESSION_IDLE_MS)
    await page.pass(MINUTE_MS)
    expect(page.text()).toContain('Sign in with a passkey')
    expect(shown(page)).toBeNull()
  })
})
