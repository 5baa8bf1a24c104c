import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { DeskCallDefinition } from '#contract/define-call.ts'
import type { DeskErrorCode } from '#contract/desk/errors.ts'
import { mayAny, type Role, roles } from '#contract/desk/roles.ts'
import { type DeskCallName, deskCalls } from '#contract/desk-calls.ts'
import { sendReceipt } from '#tests/kit/activity.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { changes, dump } from '#tests/kit/dump.ts'
import { sampleOf, textsIn } from '#tests/kit/schema-sample.ts'
import { eachTest, rowOf, testServer } from '#tests/kit/server.ts'

/** Calls must neither read nor change a record of another person or customer, even if they contain the record's id. */

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))

/** An id that no record has. */
const ID = '01920000-0000-7000-8000-00000000abcd'

type Attempt = {
  readonly params?: { readonly id?: string; readonly position?: string }
  readonly body?: object
  readonly answer: DeskErrorCode | 'ok'
  /** Roles that may do this with the records of other people. */
  readonly allowed?: readonly Role[]
}

/** Calls that accept the id of any record, each with the reason why a role with access to the call may use every id. */
const everyones: Readonly<Partial<Record<DeskCallName, string>>> = {
  demoSignIn: 'a demo lets everybody be anyone of its own people',
  inviteAgain: 'managers manage the access of everybody; managers.test.ts has what takes two of them',
  changeRole: 'as inviteAgain',
  endPerson: 'as inviteAgain',
  reviewSettle: 'a manager settles every disagreement but the own ones; quality.test.ts',
  customer: 'the role may see every customer',
  customerTimeline: 'as customer',
  customerReceipts: 'as customer',
  blockCustomer: 'the role may block every customer',
  unblockCustomer: 'as blockCustomer',
  correctBirthday: 'as blockCustomer',
  addNote: 'the role may write about every customer; notes.test.ts tries the id of another person’s note',
  askApproval: 'everybody asks for what the role allows, about every customer',
  decideApproval: 'a manager decides everybody else’s requests; managers.test.ts and approvals.test.ts',
  previewSetUp: 'the set-up belongs to the campaign',
  previewSetUpScreens: 'as previewSetUp',
  changeSetUp: 'as previewSetUp',
  winner: 'the role may see every winner',
  changeDelivery: 'the role may change every winner’s parcel',
  prizeReceipt: 'as winner',
  handOver: 'the id is a new key of the device; staff.test.ts tries another person’s key',
  syncHandOvers: 'as handOver',
  reportHandOvers: 'the browser must have the person’s cookie; staff-late.test.ts tries another person’s id',
  countMailing: 'the id is a place in the list of all customers',
}

/** Returns true if the schema describes an id: it accepts an id, but not words. */
const isId = (schema: v.GenericSchema): boolean => v.is(schema, ID) && !v.is(schema, 'two words')
const hasIds = ({ path, body, query }: DeskCallDefinition): boolean =>
  path.includes(':id') || [body, query].some(schema => textsIn(schema).some(isId))

/** Creates records of every kind that belong to another manager, and returns a call for each of their ids. */
async function foreignIds(): Promise<Readonly<Partial<Record<DeskCallName, Attempt>>>> {
  const { db } = server
  const [other, decider] = [await desk.join('manager', 'Other'), await desk.join('manager', 'Decider')]
  const input = { action: 'export-table', table: 'receipts', kind: 'csv', lang: 'th' } as const
  const asked = (await other.call('askApproval', { body: { input } })).body.approvals[0]?.id ?? ''
  expect((await decider.approve(asked)).status).toBe(200)
  const idOf = async (table: 'desk_session' | 'desk_passkey' | 'desk_notice') =>
    (
      await db
        .selectFrom(table)
        .select('id')
        .where('person_id', '=', other.personId)
        .executeTakeFirstOrThrow()
    ).id
  const [session, passkey] = [await idOf('desk_session'), await idOf('desk_passkey')]
  const notice = await idOf('desk_notice')
  const [customer, another] = [await server.signIn(), await server.signIn()]
  const { id: customerSession } = await rowOf({ db }, 'session', { customer_id: another.customerId })
  await sendReceipt(server, customer)
  const about = { id: customer.customerId }
  await other.call('addNote', { params: about, body: { noteId: ID, text: 'called' } })
  const tab = '01920000-0000-7000-8000-000000000001'
  const { item } = (await other.call('reviewNext', { body: { tab, holding: [] } })).body
  const held = { tab, receiptId: item?.receiptId ?? '' }
  const { version = 0 } = item ?? {}
  return {
    endSession: { params: { id: session }, answer: 'NOT_FOUND', allowed: ['manager'] },
    disownSession: { params: { id: session }, answer: 'NOT_FOUND' },
    approvedFile: { params: { id: asked }, answer: 'NOT_APPROVED' },
    removePasskey: { body: { id: passkey }, answer: 'NOT_FOUND' },
    endCustomerSessions: {
      params: { id: customer.customerId },
      body: { sessionId: customerSession },
      answer: 'CHANGED',
    },
    deleteNote: { params: about, body: { noteId: ID }, answer: 'REFUSED', allowed: ['manager'] },
    // The call ignores the notices of other people.
    seeNotices: { body: { ids: [notice] }, answer: 'ok' },
    // The tab's receipts belong to the other person, and no other receipt is waiting.
    reviewNext: { body: { tab, holding: [] }, answer: 'ok' },
    reviewDecide: { body: { ...held, version, decision: { kind: 'approved' } }, answer: 'CHANGED' },
    reviewUndo: { body: { ...held, version }, answer: 'CHANGED' },
    reviewSkip: { body: held, answer: 'CHANGED' },
    reviewUndoSkip: { body: held, answer: 'CHANGED' },
    reviewHeartbeat: { body: { tab }, answer: 'ok' },
    reviewRelease: { body: { tab }, answer: 'ok' },
    // Support, managers and auditors see the photos of every customer.
    photo: {
      params: { id: held.receiptId, position: '0' },
      answer: 'FORBIDDEN',
      allowed: ['support', 'manager', 'auditor'],
    },
  }
}

test('every call with an id is one that a person may make about everybody, or is tried with a foreign id', async () => {
  const named = [...Object.keys(everyones), ...Object.keys(await foreignIds())]
  const withIds = Object.entries(deskCalls).filter(([, call]) => hasIds(call as DeskCallDefinition))
  expect(withIds.map(([name]) => name).toSorted()).toEqual(named.toSorted())
})

test('the ids of what belongs to another person or customer open and change nothing', async () => {
  const attempts = Object.entries(await foreignIds()) as [DeskCallName, Attempt][]
  for (const role of roles) {
    const one = await desk.join(role)
    // The first call of reviewers marks them as present, which changes the database.
    if (mayAny(role, 'review')) await one.call('reviewNext', { body: { tab: ID, holding: [] } })
    for (const [name, { params, body, answer, allowed = [] }] of attempts) {
      const call = deskCalls[name] as DeskCallDefinition
      if (
        allowed.includes(role) ||
        (call.who !== 'signed-in' && call.who !== 'anyone' && !mayAny(role, call.who))
      )
        continue
      const before = await dump(server.db)
      const sent = { ...(params ? { params } : {}), body: body ?? sampleOf(call.body) }
      const given = await one.call(name, sent as never)
      expect([role, name, given.status === 200 ? 'ok' : given.error.error]).toEqual([role, name, answer])
      expect([role, name, changes(before, await dump(server.db))]).toEqual([role, name, []])
    }
  }
})
