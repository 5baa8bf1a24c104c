import { expect, test, vi } from 'vitest'
import { FRESH_MS, SESSION_IDLE_MS } from '#contract/desk/limits.ts'
import { type DeskPage, deskWorld } from '#tests/kit/desk-page.tsx'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(deskWorld)

/** Opens the form that invites a person, and lets ten minutes pass since the manager used the passkey. */
async function openForm(open = world.openPage) {
  const page = await open('/people', 'manager')
  await page.press('Invite a person')
  await page.type('Name', 'Suda')
  world.clock.advance(FRESH_MS)
  page.network.forget()
  return page
}

const counts = ({ passkey, network }: DeskPage) => [passkey.prompts, network.count('invite')]
const invited = async () =>
  (await world.db.selectFrom('desk_person').select('name').where('name', '=', 'Suda').execute()).length

test('a call that needs the passkey again asks once, and is then made once more', async () => {
  const page = await openForm()
  await page.press('Invite a person')
  expect(counts(page)).toEqual([1, 2])
  expect([await invited(), page.alerts()]).toEqual([1, []])
  expect(page.field('Invitation link for Suda').value).toMatch(/\/invitation#[\w-]{43}$/)
  const [first, second] = page.network.bodies('invite')
  expect(second).toEqual(first)
})

test('within ten minutes of the last use nobody is asked', async () => {
  const page = await openForm()
  await page.press('Invite a person')
  await page.press('Close')
  await page.press('Invite a person')
  await page.type('Name', 'Malee')
  await page.press('Invite a person')
  expect(page.passkey.prompts).toBe(1)
  expect(page.field('Invitation link for Malee').value).toContain('/invitation#')
})

test('a person who cancels the prompt has changed nothing, keeps the form, and can try again', async () => {
  const page = await openForm()
  page.passkey.cancel = true
  await page.press('Invite a person')
  expect(counts(page)).toEqual([1, 1])
  expect([await invited(), page.alerts()]).toEqual([0, ['No passkey was used, so nothing has changed.']])
  expect(page.field('Name').value).toBe('Suda')
  page.passkey.cancel = false
  await page.press('Invite a person')
  expect([...counts(page), await invited()]).toEqual([2, 3, 1])
})

test('a server that still wants the passkey is not asked a third time', async () => {
  const page = await openForm()
  page.network.answerBy(name =>
    name === 'invite'
      ? Response.json({ error: 'FRESH_PASSKEY_REQUIRED', requestId: 'x' }, { status: 403 })
      : null,
  )
  await page.press('Invite a person')
  expect([...counts(page), page.alerts()]).toEqual([1, 2, ['Use your passkey once more.']])
})

test('a second press while the prompt is open opens no second prompt', async () => {
  const page = await openForm()
  vi.useFakeTimers()
  const release = page.network.hold('verifyOptions')
  await page.click('Invite a person')
  await page.click('Invite a person')
  await page.settle()
  release()
  await page.settle()
  expect([...counts(page), await invited()]).toEqual([1, 2, 1])
})

test('other refusals ask for no passkey', async () => {
  const page = await openForm()
  page.network.answerBy(name =>
    name === 'invite' ? Response.json({ error: 'FORBIDDEN', requestId: 'x' }, { status: 403 }) : null,
  )
  await page.press('Invite a person')
  expect([...counts(page), page.alerts()]).toEqual([0, 1, ['Your role does not allow this.']])
})

test('a session that ends before the prompt leads to the sign-in', async () => {
  const page = await openForm(world.open)
  world.clock.advance(SESSION_IDLE_MS)
  await page.press('Invite a person')
  expect([...counts(page), await invited()]).toEqual([0, 1, 0])
  expect(page.text()).toContain('Sign in with a passkey')
})

test('a new passkey needs the old one first, and the device creates it once', async () => {
  const page = await world.openPage('/account', 'reviewer')
  world.clock.advance(FRESH_MS)
  await page.type('Name of the device', 'Phone')
  await page.press('Add a passkey')
  expect([page.passkey.prompts, page.network.count('addPasskey'), page.alerts()]).toEqual([2, 1, []])
  expect(page.field('Name of the device').value).toBe('')
  expect(await world.db.selectFrom('desk_passkey').select('name').execute()).toContainEqual({ name: 'Phone' })
})
