import { expect, test, vi } from 'vitest'
import { NEW_ACCESS_MS } from '#contract/desk/limits.ts'
import { type DeskWorld, deskWorld } from '#tests/kit/desk-page.tsx'
import { eachTest, rowOf, update } from '#tests/kit/server.ts'

const world = eachTest(deskWorld)

type Browser = Awaited<ReturnType<DeskWorld['join']>>

/** Asks on the "People" page to invite a manager. Returns the code that the dialog shows. */
async function askForManager(asker: Browser): Promise<string> {
  const page = await world.openPage('/people', asker)
  await page.press('Invite a person')
  await page.type('Name', 'Suda')
  await page.choose('Role', 'Manager')
  expect(page.text()).toContain('Manager access needs two managers')
  await page.press('Ask for approval')
  const code = page.field('Code for Suda').value
  expect(page.text()).toContain('Give this code to Suda yourself')
  await page.press('Close')
  expect(page.text()).toContain('Invite Suda as a new manager')
  await page.leave()
  return code
}

/** Approves the only request. Returns the invitation link that the dialog shows. */
async function approve(decider: Browser, path: string): Promise<string> {
  const page = await world.openPage(path, decider)
  expect(page.text()).toContain('Approve this only if you know the person')
  await page.press('Approve and carry out')
  const { value } = page.field('Invitation link for Suda')
  expect(page.text()).toContain('Give this link to Suda yourself, not through the manager who asked')
  await page.leave()
  return value
}

test.each(['/approvals', '/people'])(
  'one manager sees the code, another one the link (%s), and the new manager needs both',
  async path => {
    const replace = vi.spyOn(location, 'replace').mockImplementation(() => {})
    const [mali, thana] = [await world.join('manager', 'Mali'), await world.join('manager', 'Thana')]
    const code = await askForManager(mali)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    const { pathname, hash } = new URL(await approve(thana, path))
    const page = await world.open(`${pathname}${hash}`, world.browser())
    expect(page.isDisabled('Create a passkey')).toBe(true)
    await page.type('Code', 'AAAA')
    expect(page.text()).toContain('The code has eight letters and digits.')
    await page.type('Code', 'AAAA AAAA')
    await page.press('Create a passkey')
    expect(page.alerts()).toEqual(['This code is wrong. Attempts left before the invitation ends: 4.'])
    expect(page.passkey.prompts).toBe(0)
    await page.type('Code', code.toLowerCase().replace('-', ' '))
    await page.press('Create a passkey')
    expect([page.passkey.prompts, replace.mock.calls]).toEqual([1, [['/']]])
    expect((await page.browser.call('me')).body).toMatchObject({ name: 'Suda', role: 'manager' })
  },
)

test('the list says who gave each person access, and when', async () => {
  const mali = await world.join('manager', 'Mali')
  await mali.call('invite', { body: { name: 'Fon', role: 'reviewer' } })
  await update(world, 'desk_person', { given_by: null }, { name: 'Mali' })
  await world.join('support', 'Beam')
  const page = await world.openPage('/people', mali)
  const row = (name: string) =>
    [...document.querySelectorAll('tr')].find(one => one.textContent?.startsWith(name))?.textContent
  expect(row('Fon')).toContain('Mali')
  expect(row('Mali')).toContain('Not recorded')
  expect(row('Beam')).toContain('The server’s command line')
  await page.leave()
})

test('the end of a manager’s access asks for a second manager; a manager who is alone reads what to do', async () => {
  const mali = await world.join('manager', 'Mali')
  const thana = await world.join('manager', 'Thana')
  const page = await world.openPage('/people', mali)
  await page.press('Actions: Thana')
  await page.press('End access')
  expect(page.text()).toContain('Another manager has to approve this, possibly Thana.')
  expect(page.text()).not.toContain('No other manager can approve this now')
  await page.press('Ask for approval')
  expect([page.dialogs().length, page.alerts()]).toEqual([0, []])
  expect(page.text()).toContain('End the access of the manager Thana')
  await page.leave()
  await update(world, 'desk_person', { state: 'invited' }, { id: thana.personId })
  const alone = await world.openPage('/people', mali)
  await alone.press('Actions: Thana')
  await alone.press('Invite again')
  expect(alone.text()).toContain('No other manager can approve this now')
})

test('a reviewer’s role changes at once, and to manager only with a second manager', async () => {
  const mali = await world.join('manager', 'Mali')
  const fon = await world.join('reviewer', 'Fon')
  const page = await world.openPage('/people', mali)
  await page.press('Actions: Fon')
  await page.press('Change role')
  expect(page.isDisabled('Change role')).toBe(true)
  await page.choose('Role', 'Manager')
  expect(page.text()).toContain('To return, Fon needs a code from you')
  await page.choose('Role', 'Auditor')
  await page.press('Change role')
  expect([page.dialogs().length, page.network.count('askApproval')]).toEqual([0, 0])
  world.clock.advance(NEW_ACCESS_MS)
  const { role } = await rowOf(world, 'desk_person', { id: fon.personId })
  expect(role).toBe('auditor')
})
