import { describe, expect, test, vi } from 'vitest'
import { reviewWorld, shown } from '#tests/kit/review-page.ts'
import { eachTest, update } from '#tests/kit/server.ts'

const send = (count: number) => world.send(count)
const statuses = () => world.statuses()
const world = eachTest(reviewWorld)

describe('keys', () => {
  test('act on the receipt that is shown', async () => {
    await send(3)
    const page = await world.openPage('/review', 'reviewer')
    expect(shown(page)).toBe('1')
    await page.pressKey('a')
    expect([shown(page), await statuses()]).toEqual(['2', 'approved pending pending'])
    await page.pressKey('s')
    expect(shown(page)).toBe('3')
    await page.pressKey('u')
    expect(shown(page)).toBe('2')
  })

  test('do nothing behind an open dialog, and nothing while a note is typed', async () => {
    await send(2)
    const page = await world.openPage('/review', 'reviewer')
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
    await send(3)
    const page = await world.openPage('/review', 'reviewer')
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
    await send(3)
    const page = await world.openPage('/review', 'reviewer')
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
    await send(3)
    const page = await world.openPage('/review', 'reviewer')
    await page.pressKey('a')
    // React renders without a timer; everything that waits for one comes later.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await page.key('u')
    while (shown(page) !== '1') await new Promise(done => setImmediate(done))
    await page.key('r')
    await page.settle()
    expect(page.dialogs()).toHaveLength(1)
  })

  test('of two quick presses only the first is sent', async () => {
    await send(3)
    const page = await world.openPage('/review', 'reviewer')
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
    await send(4)
    const page = await world.openPage('/review', 'reviewer')
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
    await send(3)
    const page = await world.openPage('/review', 'reviewer')
    page.network.breakBy(name => (name === 'reviewNext' ? 'request-lost' : 'arrives'))
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
