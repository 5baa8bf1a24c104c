import { expect, test } from 'vitest'
import type { DeskAction } from '#contract/approvals.ts'
import { NEW_ACCESS_MS, WRONG_CODES_MAX } from '#contract/desk/limits.ts'
import { noticeText } from '#contract/desk/notice-texts.ts'
import { deskRoles, may, roles } from '#contract/desk/roles.ts'
import { endPerson } from '#server/desk/people.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { eachTest, rowsOf, testServer, update } from '#tests/kit/server.ts'

type Joined = Omit<Awaited<ReturnType<typeof desk.join>>, 'ask'>
type Browser = ReturnType<typeof desk.browser>

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
const mali = eachTest(() => desk.join('manager', 'Mali'))
const thana = eachTest(() => desk.join('manager', 'Thana'))
const beam = eachTest(() => desk.join('support', 'Beam'))

const WRONG = 'AAAAAAAA'
const give = (to: { name: string } | { id: string }) => ({ action: 'give-manager-access', to }) as const
const take = (id: string, role: 'support' | null = null) =>
  ({ action: 'take-manager-access', id, role }) as const

async function ask(one: Joined, input: DeskAction) {
  server.clock.advance(1)
  const { body, error } = await one.call('askApproval', { body: { input } })
  return { id: body.approvals?.[0]?.id ?? '', code: body.code ?? '', refusal: error.error }
}

async function decide(one: Pick<Joined, 'call' | 'approve'>, id: string, approve = true) {
  const { body, error } = approve
    ? await one.approve(id)
    : await one.call('decideApproval', { params: { id }, body: { approve } })
  return { token: body.invitation?.token ?? '', refusal: error.error }
}

/** Accepts an invitation with a new passkey. Returns the refusal, or undefined. */
async function accept(one: Browser, token: string, code?: string): Promise<string | undefined> {
  const given = { token, ...(code === undefined ? {} : { code }) }
  const { body, error } = await one.call('invitationOptions', { body: given })
  if (error.error) return error.error
  const response = one.authenticator.create(body.options)
  return (await one.call('acceptInvitation', { body: { ...given, response } })).error.error
}

async function signIn(one: Browser): Promise<void> {
  const { options } = (await one.call('signInOptions')).body
  await one.call('signIn', { body: { response: one.authenticator.use(options) } })
}

/** Lets two managers invite a new manager, and returns the new manager's browser. */
async function joinByTwo(asker: Joined, decider: Joined, name: string): Promise<Joined> {
  const { id, code } = await ask(asker, give({ name }))
  const { token } = await decide(decider, id)
  const one = desk.browser()
  expect(await accept(one, token, code)).toBeUndefined()
  return { ...one, personId: (await one.call('me')).body.id }
}

const personOf = async (name: string) =>
  (await mali.call('people')).body.people.find(person => person.name === name)
const askToErase = async (one: Joined) =>
  ask(one, { action: 'erase-customer', customerId: (await server.signIn()).customerId })

test('desk check 25: one manager alone can neither give, repeat, change nor end the access of a manager', async () => {
  const [params, low] = [{ id: thana.personId }, { id: beam.personId }]
  const refused = [
    await mali.call('invite', { body: { name: 'Second', role: 'manager' } }),
    await mali.call('inviteAgain', { params }),
    await mali.call('endPerson', { params }),
    await mali.call('changeRole', { params: low, body: { role: 'manager' } }),
  ]
  for (const role of deskRoles) refused.push(await mali.call('changeRole', { params, body: { role } }))
  expect(new Set(refused.map(({ error }) => error.error))).toEqual(new Set(['NEEDS_TWO']))
  const people = (await mali.call('people')).body.people.map(({ name, role, state }) => [name, role, state])
  expect(people.toSorted()).toEqual([
    ['Beam', 'support', 'active'],
    ['Mali', 'manager', 'active'],
    ['Thana', 'manager', 'active'],
  ])
  expect((await thana.call('me')).status).toBe(200)
})

test('desk check 25: an invited or ended manager needs two as well', async () => {
  const { id } = await ask(mali, give({ name: 'Nok' }))
  await decide(thana, id)
  const nok = { id: (await personOf('Nok'))?.id ?? '' }
  for (const state of ['invited', 'ended'] as const) {
    await update(server, 'desk_person', { state }, { id: nok.id })
    expect((await mali.call('inviteAgain', { params: nok })).error.error).toBe('NEEDS_TWO')
    expect((await mali.call('endPerson', { params: nok })).error.error).toBe('NEEDS_TWO')
  }
})

test('desk check 18: a manager whom two others have invited approves from the next day on', async () => {
  const nok = await joinByTwo(mali, thana, 'Nok')
  expect(await personOf('Nok')).toMatchObject({
    role: 'manager',
    state: 'active',
    givenBy: [
      { id: mali.personId, name: 'Mali' },
      { id: thana.personId, name: 'Thana' },
    ],
  })
  const request = await askToErase(mali)
  expect((await decide(nok, request.id)).refusal).toBe('NEW_ACCESS')
  server.clock.advance(NEW_ACCESS_MS)
  for (const one of [mali, nok]) await signIn(one)
  const later = await askToErase(mali)
  expect((await decide(nok, later.id)).refusal).toBeUndefined()
})

test('desk check 26: an invited manager needs the code of the manager who asked and the link of the one who approved', async () => {
  const { id, code } = await ask(mali, give({ name: 'Nok' }))
  const { token } = await decide(thana, id)
  const nok = desk.browser()
  const { body } = await nok.call('invitationOptions', { body: { token } })
  expect([body.name, body.role, body.needsCode]).toEqual(['Nok', 'manager', true])
  const response = nok.authenticator.create(body.options)
  const without = await nok.call('acceptInvitation', { body: { token, response } })
  expect(without.error).toMatchObject({
    error: 'VALIDATION',
    fields: [{ path: 'code', code: 'required' }],
  })
  const wrong = await nok.call('acceptInvitation', { body: { token, response, code: WRONG } })
  expect(wrong.error).toMatchObject({ error: 'WRONG_CODE', values: { left: WRONG_CODES_MAX - 1 } })
  expect(await accept(nok, token, code)).toBeUndefined()
  expect((await nok.call('me')).body).toMatchObject({ name: 'Nok', role: 'manager' })
})

test('desk check 26: five wrong codes end the invitation, even those that arrive at the same time', async () => {
  const { id, code } = await ask(mali, give({ name: 'Nok' }))
  const { token } = await decide(thana, id)
  const guesses = Array.from({ length: 8 }, () =>
    desk.browser().call('invitationOptions', { body: { token, code: WRONG } }),
  )
  const refusals = (await Promise.all(guesses)).map(({ error }) => error.error).toSorted()
  expect(refusals).toEqual([...Array(4).fill('INVITATION_INVALID'), ...Array(4).fill('WRONG_CODE')])
  expect(await accept(desk.browser(), token, code)).toBe('INVITATION_INVALID')
  expect(await personOf('Nok')).toMatchObject({ state: 'invited', passkeys: 0 })
  for (const one of [mali, thana]) {
    const { notices } = (await one.call('notices')).body
    expect(notices.filter(({ notice }) => notice.kind === 'invitation-ended')).toHaveLength(1)
  }
})

test('asking again gives a new code, which replaces the lost one', async () => {
  const lost = await ask(mali, give({ name: 'Nok' }))
  const found = await ask(mali, give({ name: 'Nok' }))
  expect([found.id, found.code === lost.code]).toEqual([lost.id, false])
  const { token } = await decide(thana, found.id)
  expect(await accept(desk.browser(), token, lost.code)).toBe('WRONG_CODE')
  expect(await accept(desk.browser(), token, found.code)).toBeUndefined()
})

test('desk check 26: neither the database nor the audit log has the code or the link, and both are shown once', async () => {
  const { id, code } = await ask(mali, give({ name: 'Nok' }))
  const { token } = await decide(thana, id)
  const listed = [await mali.call('approvals'), await thana.call('approvals'), await mali.call('people')]
  const rows = JSON.stringify([
    await rowsOf(server, 'desk_approval'),
    await rowsOf(server, 'desk_invitation'),
    await rowsOf(server, 'audit'),
    ...listed.map(({ body }) => body),
  ])
  for (const secret of [code, token]) {
    expect(secret).not.toBe('')
    expect(rows).not.toContain(secret)
  }
})

test('a manager who lost the passkey is invited again by two others; the former passkey ends', async () => {
  const nok = await desk.join('manager', 'Nok')
  const { id, code } = await ask(mali, give({ id: nok.personId }))
  expect((await nok.call('me')).status).toBe(200)
  const [listed] = (await thana.call('approvals')).body.approvals
  expect(listed?.person).toEqual({ name: 'Nok', role: 'manager', state: 'active' })
  expect((await decide(nok, id)).refusal).toBe('SAME_PERSON')
  const { token } = await decide(thana, id)
  expect((await nok.call('me')).error.error).toBe('SIGNED_OUT')
  expect(await accept(desk.browser(), token, code)).toBeUndefined()
})

test('support becomes a manager with a new invitation', async () => {
  const { id, code } = await ask(mali, give({ id: beam.personId }))
  const { token } = await decide(thana, id)
  expect((await beam.call('me')).error.error).toBe('SIGNED_OUT')
  expect(await accept(beam, token, code)).toBeUndefined()
  expect((await beam.call('me')).body).toMatchObject({ name: 'Beam', role: 'manager' })
})

test('a manager’s access ends, or gets another role, with two; one of them can be the manager', async () => {
  const nok = await desk.join('manager', 'Nok')
  const ended = await ask(mali, take(nok.personId))
  expect((await decide(mali, ended.id)).refusal).toBe('SAME_PERSON')
  expect((await decide(thana, ended.id)).refusal).toBeUndefined()
  expect(await personOf('Nok')).toMatchObject({ state: 'ended', passkeys: 0, sessions: 0 })
  const demoted = await ask(mali, take(thana.personId, 'support'))
  expect((await decide(thana, demoted.id)).refusal).toBeUndefined()
  await signIn(thana)
  expect((await thana.call('me')).body).toMatchObject({ role: 'support' })
  expect((await ask(mali, take(nok.personId))).refusal).toBe('CHANGED')
  expect((await ask(mali, take(thana.personId))).refusal).toBe('CHANGED')
})

test('a manager who leaves can ask for it, and then another one approves', async () => {
  const { id } = await ask(thana, take(thana.personId))
  expect((await decide(mali, id)).refusal).toBeUndefined()
  expect((await thana.call('me')).error.error).toBe('SIGNED_OUT')
})

test('all managers, and the person concerned, are told who asked for a change of a manager and who decided it', async () => {
  const told = async (one: Joined) =>
    (await one.call('notices')).body.notices
      .map(({ notice }) => noticeText(notice, 'en', String))
      .filter(text => !text.includes('accepted the invitation'))
  const raised = await ask(mali, give({ id: beam.personId }))
  await decide(thana, raised.id, false)
  const demoted = await ask(thana, take(mali.personId, 'support'))
  server.clock.advance(1)
  await decide(mali, demoted.id)
  const expected = [
    'Mali approved what Thana asked, and it is done: change the role of Mali to support.',
    'Thana asked to change the role of Mali to support. Another person has to approve it first.',
    'Thana refused what Mali asked: change the role of Beam to manager.',
    'Mali asked to change the role of Beam to manager. Another person has to approve it first.',
  ]
  expect((await told(thana)).toSorted()).toEqual(expected.toSorted())
  await signIn(mali)
  expect((await told(mali)).toSorted()).toEqual(expected.toSorted())
  expect((await told(beam)).toSorted()).toEqual(expected.slice(2).toSorted())
})

test('only managers ask for changes of managers', async () => {
  expect((await ask(beam, take(mali.personId))).refusal).toBe('FORBIDDEN')
  expect((await ask(beam, give({ name: 'Nok' }))).refusal).toBe('FORBIDDEN')
  expect(roles.filter(role => may(role, 'people'))).toEqual(['manager'])
})

/** Adds a person with the role support whom Mali alone has invited. */
async function invitedByMali(): Promise<Joined> {
  const { body } = await mali.call('invite', { body: { name: 'Somchai', role: 'support' } })
  const one = desk.browser()
  expect(await accept(one, body.token)).toBeUndefined()
  return { ...one, personId: (await one.call('me')).body.id }
}

test('desk check 27: a manager cannot approve what an account asks that this manager alone has invited', async () => {
  const somchai = await invitedByMali()
  const { id } = await askToErase(somchai)
  expect((await decide(mali, id)).refusal).toBe('GAVE_ACCESS')
  expect((await decide(thana, id)).refusal).toBeUndefined()
  // The same applies after Mali has taken over another person's account.
  const { body } = await mali.call('inviteAgain', { params: { id: beam.personId } })
  expect(await accept(beam, body.token)).toBeUndefined()
  const taken = await askToErase(beam)
  expect((await decide(mali, taken.id)).refusal).toBe('GAVE_ACCESS')
  await thana.call('changeRole', { params: { id: beam.personId }, body: { role: 'auditor' } })
  await thana.call('changeRole', { params: { id: beam.personId }, body: { role: 'support' } })
  await signIn(beam)
  const changed = await askToErase(beam)
  expect((await decide(mali, changed.id)).refusal).toBe('GAVE_ACCESS')
})

test('desk check 27: an account whose manager has left asks for nothing until another one invites the person again', async () => {
  const nok = await desk.join('manager', 'Nok')
  const somchai = await invitedByMali()
  const { id } = await askToErase(somchai)
  await endPerson(server.db, mali.personId, { by: null })
  expect((await decide(thana, id)).refusal).toBe('ASKER_GIVER_LEFT')
  expect((await decide(nok, id, false)).refusal).toBeUndefined()
  expect((await askToErase(somchai)).refusal).toBe('GIVER_LEFT')
  const { body } = await nok.call('inviteAgain', { params: { id: somchai.personId } })
  expect(await accept(somchai, body.token)).toBeUndefined()
  const again = await askToErase(somchai)
  expect((await decide(thana, again.id)).refusal).toBeUndefined()
})

test('desk check 27: a manager whom one alone invited, or of whom that is not known, approves nothing', async () => {
  const { id } = await askToErase(mali)
  for (const given_by of [JSON.stringify([mali.personId]), JSON.stringify([beam.personId]), null]) {
    await update(server, 'desk_person', { given_by }, { id: thana.personId })
    expect((await decide(thana, id)).refusal).toBe('GIVEN_BY_ONE')
  }
  expect((await askToErase(thana)).refusal).toBe('GIVER_LEFT')
  expect((await mali.call('people')).body.people.find(({ name }) => name === 'Thana')?.givenBy).toBeNull()
})
