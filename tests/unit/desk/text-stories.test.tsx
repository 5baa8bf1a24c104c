import { expect, test } from 'vitest'
import { deskWorld } from '#tests/kit/desk-page.tsx'
import { eachTest, update } from '#tests/kit/server.ts'

const world = eachTest(deskWorld)

/** Texts that would be elements, attributes or addresses if a page treated them as HTML. */
const hostile = [
  '<img src=x onerror="globalThis.attacked = 1">',
  '"><script>globalThis.attacked = 1</script>',
  'javascript:globalThis.attacked=1',
  '{{constructor.constructor("globalThis.attacked=1")()}}',
]
const attacked = () => (globalThis as { attacked?: unknown }).attacked

test('names of people are shown as text, whatever they contain', async () => {
  for (const name of hostile) await world.invite(name, 'reviewer')
  const page = await world.openPage('/people', 'manager')
  for (const name of hostile) expect(page.text()).toContain(name)
  expect(document.querySelectorAll('main img, main script, main [onerror]').length).toBe(0)
  expect(attacked()).toBeUndefined()
})

test('names, answers and reasons of customers are shown as text, whatever they contain', async () => {
  const { server } = world
  const support = await world.join('support')
  for (const text of hostile) {
    const { customerId } = await server.signIn()
    const names = { first_name: text, last_name: text, line_display_name: text, address_line: text }
    await update(server, 'customer', names, { id: customerId })
    const reason = { reason: text }
    const params = { id: customerId }
    await support.call('blockCustomer', { params, body: reason })
    await support.call('addNote', { params, body: { noteId: crypto.randomUUID(), text } })
    const page = await world.openPage(`/customers/${customerId}`, 'support')
    await page.press('Notes')
    expect(page.text()).toContain(text)
    expect(document.querySelectorAll('main img, main script, main [onerror]').length).toBe(0)
    for (const link of document.querySelectorAll('a'))
      expect(link.getAttribute('href') ?? '').not.toMatch(/^javascript:/i)
    await page.leave()
  }
  expect(attacked()).toBeUndefined()
})
