import { expect, test, vi } from 'vitest'
import { FRESH_MS } from '#contract/desk/limits.ts'
import type { Notice } from '#contract/desk/notices.ts'
import { tellManagers, tellPerson } from '#server/desk/notices.ts'
import { type DeskPage, deskWorld } from '#tests/kit/desk-page.tsx'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(deskWorld)

const person = { id: '019b5f3e-6a2b-7c1d-8e4f-0123456789ab', name: 'Fon' }
const removed = (passkey: string): Notice => ({ kind: 'passkey-removed', detail: { person, passkey } })
const tell = (notice: Notice) =>
  tellManagers(world.db, notice, { now: world.clock.now(), random: world.server.deps.random })

const shown = () =>
  [...document.querySelectorAll('.notice p:first-child')].map(({ textContent }) => textContent)

test('a notice appears above the page that is open, and stays until the person has seen it', async () => {
  vi.useFakeTimers()
  const page = await world.open('/people', 'manager')
  expect(shown()).toEqual([])
  await tell(removed('phone'))
  await page.pass(30_000)
  expect(shown()).toEqual(['The passkey “phone” was removed from the account of Fon.'])
  await page.press('Audit log')
  await page.pass(30_000)
  expect(shown()).toHaveLength(1)
  await page.press('ไทย')
  expect(document.querySelector('section[aria-label="การแจ้งเตือนใหม่"]')?.textContent).toContain(
    'มีการลบพาสคีย์ “phone” จากบัญชีของ Fon',
  )
  await page.press('English')
  await page.press('I have seen this')
  expect(shown()).toEqual([])
  await page.press('My account')
  expect(page.text()).toContain('The passkey “phone” was removed from the account of Fon.')
})

test('several notices are seen one by one, or those that are shown together', async () => {
  const manager = await world.join('manager')
  for (const name of ['one', 'two', 'three']) await tell(removed(name))
  const page = await world.open('/people', manager)
  expect([shown().length, page.text()]).toEqual([3, expect.stringContaining('Unread notices: 3')])
  await page.press('I have seen this')
  expect(shown()).toHaveLength(2)
  await page.press('I have seen the 2 shown here')
  expect(shown()).toEqual([])
})

test('a notice that cannot be marked as seen stays, with the reason', async () => {
  const manager = await world.join('manager')
  await tell(removed('phone'))
  const page = await world.open('/people', manager)
  page.network.breakBy(name => (name === 'seeNotices' ? 'request-lost' : 'arrives'))
  await page.press('I have seen this')
  expect([shown().length, page.alerts()]).toEqual([
    1,
    ['The server cannot be reached. Check the network and try again.'],
  ])
})

test('a page that cannot read the notices says so and offers another try', async () => {
  const manager = await world.join('manager')
  await tellPerson(world.db, manager.personId, removed('phone'), {
    now: world.clock.now(),
    random: world.server.deps.random,
  })
  const page = await world.open('/people', manager)
  page.network.answerBy(name =>
    name === 'notices' ? Response.json({ error: 'UNAVAILABLE', requestId: 'x' }, { status: 503 }) : null,
  )
  void page.client.resetQueries({ queryKey: ['notices'] })
  await page.settle()
  expect([shown(), page.alerts()]).toEqual([[], [expect.stringContaining('The system is not ready')]])
  page.network.answerBy(null)
  await page.press('Try again')
  expect([shown().length, page.alerts()]).toEqual([1, []])
})

/** Opens the account of a person with two passkeys after another browser has signed in with the second one. */
async function withThief(): Promise<{ readonly page: DeskPage; readonly thief: DeskPage['browser'] }> {
  const fon = await world.join('reviewer', 'Fon')
  const { options } = (await fon.call('passkeyOptions')).body
  const made = fon.authenticator.create(options)
  await fon.call('addPasskey', { body: { name: 'lost', response: made } })
  const thief = world.browser()
  const response = fon.authenticator.use((await thief.call('signInOptions')).body.options)
  const headers = { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' }
  await thief.call('signIn', { body: { response }, headers })
  // From now on, the device offers the passkey that was created first.
  const { use } = fon.authenticator
  const useFirst: typeof use = given => use(given, { index: 0 })
  Object.assign(fon.authenticator, { use: useFirst })
  const page = await world.open('/account', fon)
  return { page, thief }
}

test('"not me" says what it will do, asks for the passkey, and says what it did', async () => {
  const { page, thief } = await withThief()
  expect(shown()).toContainEqual(
    'Fon signed in with a browser that the desk has not seen for this person, or no longer remembers: Firefox, Windows.',
  )
  world.clock.advance(FRESH_MS)
  await page.press('Not me')
  expect(page.dialogs()).toHaveLength(1)
  expect(page.text()).toContain('Firefox, Windows, started')
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')]
  buttons.find(({ textContent }) => textContent === 'Not me')?.click()
  await page.settle()
  expect((await thief.call('me')).error.error).toBe('SIGNED_OUT')
  expect(page.dialogs()).toEqual([])
  expect(page.text()).toContain('The session has ended, its passkey “lost” was removed')
  expect(page.has('button', 'Not me')).toBe(false)
})

test('a person ends all other sessions and keeps this one', async () => {
  const { page, thief } = await withThief()
  await page.press('End all other sessions')
  expect((await thief.call('me')).error.error).toBe('SIGNED_OUT')
  expect([page.path(), page.has('button', 'End all other sessions')]).toEqual(['/account', false])
})

test('a manager sees only the own sessions in the account, and those of all people on the page of the people', async () => {
  await world.join('reviewer', 'Fon')
  const manager = await world.join('manager', 'Mali')
  const page = await world.open('/account', manager)
  const rows = (list: string) => document.querySelectorAll(`[aria-label="${list}"] tbody tr`).length
  expect(rows('My sessions')).toBe(1)
  await page.press('People')
  expect(rows('Open sessions')).toBe(2)
})
