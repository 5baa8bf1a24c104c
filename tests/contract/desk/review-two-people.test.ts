import { beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '#contract/uuidv7.ts'
import { PRESENT_MS } from '#server/review/presence.ts'
import { SECOND_LOOK_AFTER_MS } from '#server/review/second-look.ts'
import { sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { eachTest, testServer } from '#tests/kit/server.ts'

type Joined = Omit<Awaited<ReturnType<typeof desk.join>>, 'ask'>
const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
beforeEach(() => setCampaign(server, { second_look_percent: 100 }))
/** A manager who was invited on the command line, and a reviewer whom only this manager has invited. */
const mali = eachTest(() => desk.join('manager', 'Mali'))
const fon = eachTest(() => joinBy(mali, 'Fon'))

async function joinBy(manager: Joined, name: string): Promise<Joined> {
  const { token } = (await manager.call('invite', { body: { name, role: 'reviewer' } })).body
  const one = desk.browser()
  const { options } = (await one.call('invitationOptions', { body: { token } })).body
  const response = one.authenticator.create(options)
  const { id } = (await one.call('acceptInvitation', { body: { token, response } })).body
  return { ...one, personId: id }
}

/** Asks for a receipt in a new tab. */
async function next(person: Joined) {
  const tab = uuidv7(server.clock.now(), server.deps.random.bytes(16))
  const { item } = (await person.call('reviewNext', { body: { tab, holding: [] } })).body
  return item && { tab, receiptId: item.receiptId, version: item.version }
}

/** Takes the next receipt and decides on it. Returns its id, or null if there is none. */
async function decide(person: Joined, kind: 'approved' | 'rejected' = 'approved'): Promise<string | null> {
  const given = await next(person)
  if (given === null) return null
  const decision = kind === 'approved' ? { kind } : ({ kind, reason: 'BLURRY', note: null } as const)
  expect((await person.call('reviewDecide', { body: { ...given, decision } })).status).toBe(200)
  return given.receiptId
}

const due = () => server.clock.advance(SECOND_LOOK_AFTER_MS)

/** Sends some receipts, and lets a person make the first decision on each while no other reviewer is at work. */
async function decided(person: Joined, count = 1): Promise<readonly string[]> {
  server.clock.advance(PRESENT_MS)
  for (let n = 0; n < count; n++) await sendReceipt(server, await server.signIn(), { amount: 300 })
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push((await decide(person)) ?? 'none')
  return ids
}

const checks = async (person = mali) => (await person.call('reviewChecks')).body

test('desk check 48: with nobody else, a manager and the reviewer of that manager alone get no second look at each other’s decisions', async () => {
  await decided(mali)
  due()
  expect([await next(fon), await next(mali)]).toEqual([null, null])
  await decided(fon)
  due()
  expect([await next(fon), await next(mali)]).toEqual([null, null])
  expect((await checks()).waiting).toEqual({ all: 2, nobody: 2 })
})

test('desk check 48: with others at work, each second look goes to one of them', async () => {
  const nok = await desk.join('reviewer', 'Nok')
  for (let n = 0; n < 8; n++) {
    const [id] = await decided(mali)
    due()
    expect(await next(fon)).toBeNull()
    expect(await decide(nok)).toBe(id)
  }
  expect((await checks()).waiting).toEqual({ all: 0, nobody: 0 })
})

test('decisions that a reviewer may not look at do not keep later ones from the reviewer', async () => {
  await decided(mali, 25)
  const nok = await desk.join('reviewer', 'Nok')
  const [id] = await decided(nok)
  due()
  expect(await decide(fon)).toBe(id)
  expect((await checks()).waiting).toEqual({ all: 25, nobody: 0 })
})

test('a reviewer whom another manager or the command line has invited looks at a manager’s decisions', async () => {
  const nok = await joinBy(await desk.join('manager', 'Thana'), 'Nok')
  const [id] = await decided(mali)
  due()
  expect((await checks()).waiting).toEqual({ all: 1, nobody: 0 })
  expect(await decide(nok)).toBe(id)
})

test('second looks that only an ended account or a role without the review could make wait for nobody', async () => {
  const nok = await desk.join('reviewer', 'Nok')
  await desk.join('auditor')
  expect((await mali.call('endPerson', { params: { id: nok.personId } })).status).toBe(200)
  await decided(mali)
  expect((await checks()).waiting).toEqual({ all: 1, nobody: 1 })
})

test('desk check 48: a manager cannot settle a disagreement about a decision of the reviewer of that manager alone', async () => {
  const nok = await desk.join('reviewer', 'Nok')
  const [receiptId = ''] = await decided(fon)
  due()
  expect(await decide(nok, 'rejected')).toBe(receiptId)
  const [open] = (await checks()).disagreements
  expect(open?.settle).toBe('gave-access')
  const body = { receiptId, version: open?.version ?? 0, right: 'first', note: null } as const
  expect((await mali.call('reviewSettle', { body })).error).toMatchObject({
    error: 'REFUSED',
    detail: 'GAVE_ACCESS',
  })
  const thana = await desk.join('manager', 'Thana')
  expect((await checks(thana)).disagreements[0]?.settle).toBe('may')
  expect((await thana.call('reviewSettle', { body })).status).toBe(200)
})
