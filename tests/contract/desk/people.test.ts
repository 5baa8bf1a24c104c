import { expect, test, vi } from 'vitest'
import type { DeskAction } from '#contract/approvals.ts'
import { type Role, roles } from '#contract/desk/roles.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { eachTest, insert, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))

const stateOf = async (manager: Awaited<ReturnType<typeof desk.join>>, id: string) =>
  (await manager.call('people')).body.people.find(person => person.id === id)

test('a manager invites a person, who joins with the role of the invitation', async () => {
  const manager = await desk.join('manager', 'Mali')
  server.clock.advance(1)
  const { body } = await manager.call('invite', { body: { name: 'Fon', role: 'reviewer' } })
  expect(body.people.map(({ name, role, state }) => [name, role, state])).toEqual([
    ['Mali', 'manager', 'active'],
    ['Fon', 'reviewer', 'invited'],
  ])
  const fon = desk.browser()
  const { options } = (await fon.call('invitationOptions', { body: { token: body.token } })).body
  const response = fon.authenticator.create(options)
  await fon.call('acceptInvitation', { body: { token: body.token, response } })
  expect((await fon.call('me')).body).toMatchObject({ name: 'Fon', role: 'reviewer' })
})

test('a new role and the end of the access take effect at once', async () => {
  const manager = await desk.join('manager')
  const reviewer = await desk.join('reviewer')
  const params = { id: reviewer.personId }
  await manager.call('changeRole', { params, body: { role: 'auditor' } })
  expect((await reviewer.call('me')).error.error).toBe('SIGNED_OUT')
  const { options } = (await reviewer.call('signInOptions')).body
  const response = reviewer.authenticator.use(options)
  expect((await reviewer.call('signIn', { body: { response } })).body).toMatchObject({ role: 'auditor' })
  await manager.call('endPerson', { params })
  expect((await reviewer.call('me')).error.error).toBe('SIGNED_OUT')
  const again = (await reviewer.call('signInOptions')).body.options
  const late = await reviewer.call('signIn', { body: { response: reviewer.authenticator.use(again) } })
  expect(late.error.error).toBe('PASSKEY_REFUSED')
  expect(await stateOf(manager, params.id)).toMatchObject({ state: 'ended', passkeys: 0, sessions: 0 })
})

test('an invitation of a person who lost the passkey ends the former one', async () => {
  const manager = await desk.join('manager')
  const reviewer = await desk.join('reviewer')
  const params = { id: reviewer.personId }
  const { token } = (await manager.call('inviteAgain', { params })).body
  expect((await reviewer.call('me')).error.error).toBe('SIGNED_OUT')
  const { options } = (await reviewer.call('invitationOptions', { body: { token } })).body
  await reviewer.call('acceptInvitation', {
    body: { token, response: reviewer.authenticator.create(options) },
  })
  expect((await reviewer.call('me')).status).toBe(200)
})

/**
 * Returns the errors of all requests that would leave the desk without this manager, and whether the command line
 * refuses to end the access of the last manager.
 */
async function refusalsOf(manager: Awaited<ReturnType<typeof desk.join>>): Promise<readonly unknown[]> {
  const id = manager.personId
  const inputs: readonly DeskAction[] = [
    { action: 'take-manager-access', id, role: null },
    { action: 'take-manager-access', id, role: 'support' },
    { action: 'give-manager-access', to: { id } },
  ]
  const codes: unknown[] = []
  for (const input of inputs) codes.push((await manager.call('askApproval', { body: { input } })).error.error)
  return [...codes, (await organiser(server)('desk', 'end', id)).err.includes('last manager')]
}
const lastManager = ['LAST_MANAGER', 'LAST_MANAGER', 'LAST_MANAGER', true]

test('the last manager can be neither ended, demoted nor invited again', async () => {
  expect(await refusalsOf(await desk.join('manager'))).toEqual(lastManager)
})

test('other people are no substitute for the last active manager', async () => {
  const manager = await desk.join('manager')
  await desk.join('reviewer')
  await desk.invite('Fon', 'manager')
  const former = await desk.join('manager')
  await organiser(server)('desk', 'end', former.personId)
  expect(await refusalsOf(manager)).toEqual(lastManager)
})

test('a first manager who never joined can be ended, and another one invited', async () => {
  const { personId } = await desk.invite('Fon', 'manager')
  expect((await organiser(server)('desk', 'end', personId)).out).toContain('Ended the access of Fon.')
})

const owners = async (table: 'desk_passkey' | 'desk_session' | 'desk_invitation') =>
  (await server.db.selectFrom(table).select('person_id').execute()).map(row => row.person_id).toSorted()

test('what happens to the sessions, links and passkeys of one person leaves those of others alone', async () => {
  const [manager, one, other] = [
    await desk.join('manager'),
    await desk.join('reviewer'),
    await desk.join('support'),
  ]
  const [first, second] = [await desk.invite('Fon', 'support'), await desk.invite('Nok', 'support')]
  const everyone = [manager, one, other].map(({ personId }) => personId).toSorted()
  const { options } = (await one.call('signInOptions')).body
  await one.call('signIn', { body: { response: one.authenticator.use(options) } })
  expect(await owners('desk_session')).toEqual(everyone)

  const creation = (await one.call('passkeyOptions')).body.options
  const response = one.authenticator.create(creation)
  const { passkeys } = (await one.call('addPasskey', { body: { name: 'office', response } })).body
  await one.call('removePasskey', { body: { id: passkeys.at(-1)?.id ?? '' } })
  expect(await owners('desk_passkey')).toEqual(everyone)

  const fon = desk.browser()
  const { token } = first
  const offered = (await fon.call('invitationOptions', { body: { token } })).body.options
  await fon.call('acceptInvitation', { body: { token, response: fon.authenticator.create(offered) } })
  expect(await owners('desk_invitation')).toEqual([second.personId])
  await manager.call('inviteAgain', { params: { id: one.personId } })
  expect(await owners('desk_invitation')).toEqual([second.personId, one.personId].toSorted())

  const { sessions } = (await manager.call('sessions')).body
  const theirs = sessions.find(({ personId }) => personId === other.personId)
  await manager.call('endSession', { params: { id: theirs?.id ?? '' } })
  expect(await owners('desk_session')).toEqual([manager.personId, first.personId].toSorted())
})

test('ending one person’s access ends nothing of the others', async () => {
  const manager = await desk.join('manager')
  const [one, other] = [await desk.join('reviewer'), await desk.join('reviewer')]
  const invited = await desk.invite('Fon', 'support')
  const lease = { look: 'first' as const, session: '', taken_at: 1, expires_at: 2 }
  for (const { personId } of [one, other])
    await insert(server, 'review_lease', { ...lease, receipt_id: personId, reviewer: personId })
  await manager.call('endPerson', { params: { id: one.personId } })
  const left = [manager.personId, other.personId].toSorted()
  expect([await owners('desk_passkey'), await owners('desk_session')]).toEqual([left, left])
  expect(await owners('desk_invitation')).toEqual([invited.personId])
  const leases = await server.db.selectFrom('review_lease').select('reviewer').execute()
  expect(leases).toEqual([{ reviewer: other.personId }])
  await other.call('signOut')
  expect(await owners('desk_session')).toEqual([manager.personId])
})

test('people end their own sessions, managers end all', async () => {
  const manager = await desk.join('manager')
  const reviewer = await desk.join('reviewer')
  const [own] = (await reviewer.call('sessions')).body.sessions
  const all = (await manager.call('sessions')).body.sessions
  expect([own?.current, all.length]).toEqual([true, 2])
  const foreign = all.find(({ personId }) => personId === manager.personId)
  const refused = await reviewer.call('endSession', { params: { id: foreign?.id ?? '' } })
  expect(refused.error.error).toBe('NOT_FOUND')
  await manager.call('endSession', { params: { id: own?.id ?? '' } })
  expect((await reviewer.call('me')).error.error).toBe('SIGNED_OUT')
})

test('every change is in the audit log with its person, and no secret is', async () => {
  const manager = await desk.join('manager', 'Mali')
  const { body } = await manager.call('invite', { body: { name: 'Fon', role: 'reviewer' } })
  const { entries } = (await manager.call('audit')).body
  expect(entries.map(({ actor, action }) => [actor, action])).toEqual([
    [`Mali (desk ${manager.personId})`, 'desk invite'],
    [`Mali (desk ${manager.personId})`, 'desk join'],
  ])
  expect(JSON.stringify(entries)).not.toContain(body.token)
  const { body: checked } = await manager.call('auditCheck')
  expect(checked).toMatchObject({ brokenAt: null, head: { seq: entries[0]?.seq, hash: entries[0]?.hash } })
})

const tokenIn = (out: string) => /https:\/\/desk\.example\/invitation#([\w-]{43})/.exec(out)?.[1] ?? ''

async function accept(token: string) {
  const one = desk.browser()
  const { options } = (await one.call('invitationOptions', { body: { token } })).body
  await one.call('acceptInvitation', { body: { token, response: one.authenticator.create(options) } })
  return { ...one, me: (await one.call('me')).body }
}

test('the command line invites the first manager, lists people and ends access', async () => {
  const campaign = organiser(server)
  expect((await campaign('desk', 'invite', 'Mali')).err).toContain('DESK_URL is not set')
  vi.stubEnv('DESK_URL', 'https://desk.example')
  const mali = await accept(tokenIn((await campaign('desk', 'invite', 'Mali')).out))
  expect(mali.me).toMatchObject({ name: 'Mali', role: 'manager' })
  expect((await campaign('desk', 'people')).out).toContain('Mali')
  expect((await campaign('desk', 'end', mali.me.id)).err).toContain('last manager')
  await campaign('desk', 'invite', 'Fon', '--role', 'reviewer')
  const listed = (await mali.call('people')).body.people.find(({ name }) => name === 'Fon')
  const fon = listed?.id ?? ''
  expect((await campaign('desk', 'end', fon)).out).toContain('Ended the access of Fon.')
  const entries = await server.db.selectFrom('audit').select(['actor', 'action', 'detail']).execute()
  expect(entries.filter(({ actor }) => actor === 'tester')).toMatchObject([
    { action: 'desk invite', detail: expect.stringContaining(`"person":"${mali.me.id}"`) },
    { action: 'desk people' },
    { action: 'desk invite', detail: expect.stringContaining(`"person":"${fon}"`) },
    { action: 'desk end', detail: expect.stringContaining(`"person":"${fon}"`) },
  ])
})

test('the command line invites the only manager again, whose passkey is lost', async () => {
  vi.stubEnv('DESK_URL', 'https://desk.example')
  const campaign = organiser(server)
  const mali = await accept(tokenIn((await campaign('desk', 'invite', 'Mali')).out))
  const again = await campaign('desk', 'invite', 'Mali')
  expect([again.err, again.out]).toEqual(['', expect.stringContaining('Invited again: Mali (manager).')])
  expect((await mali.call('me')).error.error).toBe('SIGNED_OUT')
  expect((await accept(tokenIn(again.out))).me).toMatchObject({ id: mali.me.id, role: 'manager' })
})

test.each(roles)('%s: the menu’s permissions are those that the server checks', async (role: Role) => {
  const one = await desk.join(role)
  const { permissions } = (await one.call('me')).body
  expect((await one.call('people')).status === 200).toBe(permissions.includes('people'))
  expect((await one.call('audit')).status === 200).toBe(permissions.includes('audit'))
})
