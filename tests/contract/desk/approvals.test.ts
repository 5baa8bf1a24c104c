import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { DeskAction } from '#contract/approvals.ts'
import { APPROVAL_MS, SESSION_MS } from '#contract/desk/limits.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { eachTest, insert, rowOf, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
const mali = eachTest(() => desk.join('manager', 'Mali'))
const thana = eachTest(() => desk.join('manager', 'Thana'))
const beam = eachTest(() => desk.join('support', 'Beam'))

const statusOf = async (customerId: string) =>
  (
    await server.deps.db
      .selectFrom('customer')
      .select('status')
      .where('id', '=', customerId)
      .executeTakeFirst()
  )?.status

const ask = (person: typeof mali, input: DeskAction) => person.ask(input)

const decide = async (person: typeof mali, id: string, approve = true) => {
  const called = approve
    ? await person.approve(id)
    : await person.call('decideApproval', { params: { id }, body: { approve } })
  return called?.status === 200
    ? called.body.approvals.find(one => one.id === id)?.state
    : called?.error.error
}

test('erasing a customer needs a second person, and then happens once', async () => {
  const { customerId } = await server.signIn()
  const id = await ask(beam, { action: 'erase-customer', customerId })
  expect(await statusOf(customerId)).toBe('registered')
  expect(await decide(beam, id)).toBe('FORBIDDEN')
  expect(await decide(mali, id)).toBe('done')
  expect(await statusOf(customerId)).toBe('cancelled')
  expect(await decide(thana, id)).toBe('CHANGED')
})

test('desk check 13: a person cannot approve an own request, even from another session', async () => {
  const { customerId } = await server.signIn()
  const id = await ask(mali, { action: 'erase-customer', customerId })
  expect(await decide(mali, id)).toBe('SAME_PERSON')
  expect(await statusOf(customerId)).toBe('registered')
})

test('an account that the server’s command line has invited approves at once', async () => {
  const { customerId } = await server.signIn()
  const id = await ask(mali, { action: 'erase-customer', customerId })
  expect(await decide(await desk.join('manager', 'New'), id)).toBe('done')
})

test('a refused request is not carried out, and neither is one that is a day old', async () => {
  const { customerId } = await server.signIn()
  const refused = await ask(beam, { action: 'erase-customer', customerId })
  expect(await decide(mali, refused, false)).toBe('refused')
  expect(await decide(thana, refused)).toBe('CHANGED')
  const old = await ask(beam, { action: 'erase-customer', customerId })
  server.clock.advance(Math.max(APPROVAL_MS, SESSION_MS))
  const late = await desk.join('manager', 'Late')
  expect(await decide(late, old)).toBe('CHANGED')
  const listed = (await late.call('approvals')).body.approvals
  expect(listed.map(({ state }) => state)).toEqual(['expired', 'refused'])
  expect(await statusOf(customerId)).toBe('registered')
})

test('a role asks only for what it may do', async () => {
  const fon = await desk.join('reviewer', 'Fon')
  const { customerId } = await server.signIn()
  expect(await ask(fon, { action: 'erase-customer', customerId })).toBe('refused: FORBIDDEN')
  expect(await ask(beam, { action: 'draw-seal', leavePending: true })).toBe('refused: FORBIDDEN')
  expect(await ask(beam, { action: 'export-customer', customerId })).toBe('refused: FORBIDDEN')
})

test('people see their own requests, managers all of them', async () => {
  const { customerId } = await server.signIn()
  await ask(beam, { action: 'erase-customer', customerId })
  await ask(mali, { action: 'export-customer', customerId })
  expect((await beam?.call('approvals'))?.body.approvals).toHaveLength(1)
  expect((await thana?.call('approvals'))?.body.approvals).toHaveLength(2)
})

test('a request that waits stays in the list, no matter how many newer ones were decided', async () => {
  const { customerId } = await server.signIn()
  const waiting = await ask(beam, { action: 'erase-customer', customerId })
  const row = await rowOf(server, 'desk_approval')
  const newer = Array.from({ length: 150 }, (_, n) => ({
    ...row,
    id: `ffffffff${row.id.slice(8, -4)}${1000 + n}`,
    state: 'refused' as const,
  }))
  await insert(server, 'desk_approval', newer)
  for (const person of [mali, beam]) {
    const listed = (await person?.call('approvals'))?.body.approvals ?? []
    expect(listed.filter(({ state }) => state === 'asked').map(({ id }) => id)).toEqual([waiting])
    expect(listed).toHaveLength(101)
  }
})

test('the file of an approved export is for the person who asked, once', async () => {
  const { customerId } = await server.signIn()
  const id = await ask(mali, { action: 'export-customer', customerId })
  const params = { id }
  expect((await mali?.call('approvedFile', { params }))?.error.error).toBe('NOT_APPROVED')
  expect(await decide(thana, id)).toBe('approved')
  expect((await thana?.call('approvedFile', { params }))?.error.error).toBe('NOT_APPROVED')
  const called = await mali?.call('approvedFile', { params })
  expect(called?.headers.get('content-disposition')).toContain(`customer-${customerId}.zip`)
  const bytes = new Uint8Array((await called?.body?.arrayBuffer()) ?? new ArrayBuffer(0))
  const data = JSON.parse(new TextDecoder().decode(unzipSync(bytes)['customer.json']))
  expect(JSON.stringify(data)).toContain(customerId)
  expect((await mali?.call('approvedFile', { params }))?.error.error).toBe('NOT_APPROVED')
})

test('what a rule of the campaign forbids is not carried out and stays undecided', async () => {
  const id = await ask(mali, { action: 'draw-run', beacon: '123456' })
  expect(await decide(thana, id)).toBe('REFUSED')
  const [listed] = (await mali?.call('approvals'))?.body.approvals ?? []
  expect(listed?.state).toBe('asked')
})

test('of two managers who approve at the same time, one carries it out', async () => {
  const { customerId } = await server.signIn()
  const id = await ask(beam, { action: 'erase-customer', customerId })
  const states = await Promise.all([decide(mali, id), decide(thana, id)])
  expect(states.toSorted()).toEqual(['CHANGED', 'done'])
  const { entries } = (await mali?.call('audit'))?.body ?? { entries: [] }
  expect(entries.filter(({ action }) => action === 'desk approve')).toHaveLength(1)
})

test('the audit log names who asked and who approved, with what', async () => {
  const { customerId } = await server.signIn()
  const id = await ask(beam, { action: 'erase-customer', customerId })
  await decide(mali, id)
  const { entries } = (await mali?.call('audit'))?.body ?? { entries: [] }
  const [approved, asked] = entries
  expect([asked?.action, asked?.actor]).toEqual(['desk ask', `Beam (desk ${beam?.personId})`])
  expect([approved?.action, approved?.actor]).toEqual(['desk approve', `Mali (desk ${mali?.personId})`])
  expect(approved?.detail).toContain(customerId)
})
