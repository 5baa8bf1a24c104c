import { beforeEach, expect, test, vi } from 'vitest'
import { pages } from '#desk/pages.ts'
import { deskWorld } from '#tests/kit/desk-page.tsx'
import { eachTest, rowsOf, type SignedIn } from '#tests/kit/server.ts'
import { openDoors } from '#tests/kit/staff.ts'

// Tests an open page whose server has been updated to a newer release.

const world = eachTest(deskWorld)
const who = eachTest((): Promise<SignedIn> => world.server.signIn())

// The charts draw nothing in elements without a size, so every element gets one.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 200))
})

/** Adds a field to every object. The field is a number, because some objects are tables of numbers. */
function withNewFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNewFields)
  if (typeof value !== 'object' || value === null) return value
  const own = Object.entries(value).map(([key, field]) => [key, withNewFields(field)])
  return { ...Object.fromEntries(own), newField: 0 }
}

test('every page shows answers that have new fields', async () => {
  await openDoors(world.server)
  for (const { path } of pages) {
    const role = path === '/scan' ? 'staff' : 'manager'
    const page = await world.open(path, role, network => network.rewriteBy(withNewFields))
    expect([path, page.alerts(), page.path()]).toEqual([path, [], path])
    await page.leave()
  }
})

test('a change counts as done although its answer has new fields', async () => {
  const page = await world.openPage(`/customers/${who.customerId}`, 'support')
  page.network.rewriteBy(withNewFields)
  await page.press('Block customer')
  await page.type('Reason (for the audit log; the customer does not see it)', 'forged')
  await page.press('Block customer')
  expect([page.alerts().length, page.dialogs()]).toEqual([1, []])
  expect(page.text()).toContain('Blocked since')
  expect(await rowsOf(world.server, 'block')).toHaveLength(1)
})

test('an answer that this page cannot read leads to a reload', async () => {
  const page = await world.openPage(`/customers/${who.customerId}`, 'support')
  page.network.rewriteBy(() => ({ ended: 'one' }))
  await page.press('Block customer')
  await page.type('Reason (for the audit log; the customer does not see it)', 'forged')
  await page.press('Block customer')
  expect(page.alerts().join()).toContain('The server is newer than this page')
  expect(await rowsOf(world.server, 'block')).toHaveLength(1)
})
