import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { DeskCallDefinition } from '#contract/define-call.ts'
import type { DeskErrorBody, DeskErrorCode } from '#contract/desk/errors.ts'
import { mayAny, type Role, roles } from '#contract/desk/roles.ts'
import { type DeskCallName, deskCalls } from '#contract/desk-calls.ts'
import { DESK_ORIGIN, testDesk } from '#tests/kit/desk.ts'
import { changes, dump } from '#tests/kit/dump.ts'
import { sampleOf } from '#tests/kit/schema-sample.ts'
import { eachTest, testServer } from '#tests/kit/server.ts'

/**
 * Makes every call of the desk without a session and in each role, with each form of a body. A new call is covered
 * without a new test; if its sample is refused, `refusals` must say how.
 */

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))

const calls = Object.entries(deskCalls) as [DeskCallName, DeskCallDefinition][]
/** An id that no record has. The samples contain the same id. */
const ID = '01920000-0000-7000-8000-00000000abcd'

type Caller = Role | 'nobody'
const callers: readonly Caller[] = ['nobody', ...roles]
type Browser = Pick<ReturnType<typeof desk.browser>, 'send'>

const isOwn = (caller: Caller, { who }: DeskCallDefinition): boolean =>
  who === 'anyone' || (caller !== 'nobody' && (who === 'signed-in' || mayAny(caller, who)))
const ownCalls = (caller: Caller) => calls.filter(([, call]) => isOwn(caller, call))
const otherCalls = (caller: Caller) => calls.filter(([, call]) => !isOwn(caller, call))
const browserOf = async (caller: Caller): Promise<Browser> =>
  caller === 'nobody' ? desk.browser() : desk.join(caller)

let nested: unknown = 1
for (let depth = 0; depth < 300; depth++) nested = [nested]

/** The input of a call: the body of a POST, or the query of a GET. */
type Form = { readonly body?: () => string; readonly query?: string }
type Damage = { readonly form: Form; readonly error: DeskErrorCode }

const bodyWith = (more: object): Form => ({ body: () => JSON.stringify(more) })

/** Returns the sample, padded with spaces to the largest size that the call accepts. */
function whole({ method, body, bodyBytes }: DeskCallDefinition): Form {
  return method === 'GET' ? {} : { body: () => JSON.stringify(sampleOf(body)).padEnd(bodyBytes) }
}

/** Returns the forms that no call accepts, each with the expected error. */
function damaged({ method, body, bodyBytes }: DeskCallDefinition): Readonly<Record<string, Damage>> {
  const more = { personId: ID, role: 'manager', state: 'active' }
  if (method === 'GET')
    return { more: { form: { query: new URLSearchParams(more).toString() }, error: 'VALIDATION' } }
  const sample = sampleOf(body) as object
  const names = Object.keys(sample)
  const deep = Object.fromEntries((names.length > 0 ? names : ['id']).map(name => [name, nested]))
  const large = () => JSON.stringify(sample).padEnd(bodyBytes + 1)
  return {
    ...(v.is(body, {}) ? {} : { empty: { form: bodyWith({}), error: 'VALIDATION' } }),
    more: { form: bodyWith({ ...more, ...sample }), error: 'VALIDATION' },
    // The response of a passkey may be any object, but the library that verifies it refuses this one.
    nested: { form: bodyWith(deep), error: v.is(body, deep) ? 'PASSKEY_REFUSED' : 'VALIDATION' },
    'too large': { form: { body: large }, error: 'TOO_LARGE' },
  }
}

type Ids = { readonly id?: string; readonly body?: () => string }

/** Makes a call. Returns the error, or `ok`, and whether the desk has read the body. */
async function make(
  one: Browser,
  { method, path }: DeskCallDefinition,
  { query = '', body, id = ID }: Form & Ids,
): Promise<{ readonly answer: DeskErrorCode | 'ok'; readonly isRead: boolean }> {
  let isRead = false
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        isRead = true
        controller.enqueue(new TextEncoder().encode(body?.() ?? '{}'))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: DESK_ORIGIN, 'Content-Type': 'application/json' }
  const posted = method === 'POST' ? { body: stream, duplex: 'half' } : {}
  const filled = path.replace(':id', id).replace(':position', '0')
  const init = { method, headers, ...posted } as RequestInit
  const response = await one.send(query === '' ? filled : `${filled}?${query}`, init)
  if (response.status === 200) return { answer: 'ok', isRead }
  return { answer: ((await response.json()) as DeskErrorBody).error, isRead }
}

/** Makes every call that the caller may not make, in every form. The desk must refuse each without reading its body. */
async function expectUnread(caller: Caller, error: DeskErrorCode): Promise<void> {
  const one = await browserOf(caller)
  const before = await dump(server.db)
  for (const [name, call] of otherCalls(caller)) {
    const forms = { whole: { form: whole(call) }, ...damaged(call) }
    for (const [which, { form }] of Object.entries(forms))
      expect([name, which, await make(one, call, form)]).toEqual([
        name,
        which,
        { answer: error, isRead: false },
      ])
    expect([name, changes(before, await dump(server.db))]).toEqual([name, []])
  }
}

test('desk check 01: without a session every call is refused before its body is read, except those that are for everyone', () =>
  expectUnread('nobody', 'SIGNED_OUT'))

test('every role but the manager’s has calls that are not its own', () => {
  const limited = callers.filter(caller => otherCalls(caller).length > 5)
  expect(limited).toEqual(['nobody', 'reviewer', 'support', 'auditor', 'staff'])
})

test.each(roles)('desk check 02: %s: every call outside the role is refused before its body is read', role =>
  expectUnread(role, 'FORBIDDEN'),
)

test.each(callers)(
  'desk check 09: %s: a body that is empty, nested or too large, and a field that a call does not have, is refused by every call, and changes nothing',
  async caller => {
    const one = await browserOf(caller)
    const before = await dump(server.db)
    for (const [name, call] of ownCalls(caller)) {
      for (const [which, { form, error }] of Object.entries(damaged(call)))
        expect([name, which, (await make(one, call, form)).answer]).toEqual([name, which, error])
      expect([name, changes(before, await dump(server.db))]).toEqual([name, []])
    }
  },
)

const REFUSED = [
  'PASSKEY_REFUSED',
  'INVITATION_INVALID',
  'NOT_FOUND',
  'CHANGED',
  'REFUSED',
  'VALIDATION',
] as const

/**
 * Calls by the error with which they refuse their sample: it is not signed with a passkey, its ids do not exist, or the
 * draw has not begun.
 */
const refusals: Readonly<Record<(typeof REFUSED)[number], readonly DeskCallName[]>> = {
  PASSKEY_REFUSED: ['signIn', 'verify', 'addPasskey'],
  INVITATION_INVALID: ['invitationOptions', 'acceptInvitation'],
  NOT_FOUND: [
    ...(['demoSignIn', 'removePasskey', 'endSession', 'disownSession'] as const),
    ...(['inviteAgain', 'changeRole', 'endPerson', 'decideApproval', 'approvedFile'] as const),
    ...(['customer', 'customerTimeline', 'customerReceipts', 'photo'] as const),
    ...(['endCustomerSessions', 'blockCustomer', 'unblockCustomer', 'winner', 'prizeReceipt'] as const),
    ...(['addNote', 'deleteNote', 'correctBirthday'] as const),
  ],
  CHANGED: [
    ...(['reviewDecide', 'reviewUndo', 'reviewSkip', 'reviewUndoSkip', 'reviewSettle'] as const),
    ...(['previewSetUp', 'previewSetUpScreens', 'changeSetUp'] as const),
  ],
  // The sample's store is not one of the staff member's stores.
  VALIDATION: ['handOver', 'syncHandOvers'],
  REFUSED: ['drawProof', 'changeDelivery', 'countMailing', 'startMailing', 'holdMailing'],
}

/** Calls that the listed roles may make, but not with the sample's action or with a receipt that is not theirs. */
const forbidden: Readonly<Partial<Record<DeskCallName, readonly Caller[]>>> = {
  askApproval: ['reviewer', 'auditor', 'staff'],
  photo: ['reviewer'],
}

const answerTo = (name: DeskCallName, caller: Caller): DeskErrorCode | 'ok' =>
  forbidden[name]?.includes(caller)
    ? 'FORBIDDEN'
    : (REFUSED.find(error => refusals[error].includes(name)) ?? 'ok')

test.each(callers)(
  '%s: a complete body of the largest size reaches every call of the role, and an id of nothing changes nothing',
  async caller => {
    const one = await browserOf(caller)
    // `signOut` comes last, because the other calls need the session.
    const own = ownCalls(caller).toSorted(([a], [b]) => Number(a === 'signOut') - Number(b === 'signOut'))
    for (const [name, call] of own) {
      const before = await dump(server.db)
      const { answer } = await make(one, call, whole(call))
      expect([name, answer]).toEqual([name, answerTo(name, caller)])
      if (answer !== 'ok') expect([name, changes(before, await dump(server.db))]).toEqual([name, []])
    }
  },
)
