import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { DeskCallDefinition } from '#contract/define-call.ts'
import { deskErrorCodes, deskStatusOf } from '#contract/desk/errors.ts'
import { type DeskCallName, deskCalls } from '#contract/desk-calls.ts'
import { noFields } from '#contract/schema/common.ts'
import { inCircle } from '#tests/kit/circle.ts'
import { DESK_ORIGIN, testDesk } from '#tests/kit/desk.ts'
import { hostileStrings } from '#tests/kit/hostile.ts'
import { replacements, sampleOf } from '#tests/kit/schema-sample.ts'
import { eachTest, rowsOf, testServer } from '#tests/kit/server.ts'
import { withoutTable } from '#tests/kit/without-table.ts'

/** Sends hostile input to every call in the desk's table. A new call is covered without a new test. */

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))

const calls = Object.entries(deskCalls) as [DeskCallName, DeskCallDefinition][]
const posts = calls.filter(([, { method }]) => method === 'POST')
const withBody = posts.filter(([, { body }]) => body !== noFields)
const ID = '01920000-0000-7000-8000-00000000abcd'
const pathOf = ({ path }: DeskCallDefinition) => path.replace(':id', ID).replace(':position', '0')

let nested: unknown = 1
for (let depth = 0; depth < 300; depth++) nested = [nested]

/** Values that no field expects, or that imitate something else. */
const wrong: readonly unknown[] = [
  ...[null, true, -1, 0.5, 2 ** 53, -(2 ** 63), 1e308, [], {}, [{}], ['x', 1], nested],
  ...[{ $gt: '' }, { toString: 'x' }, 'x'.repeat(20_000)],
]
const injected = hostileStrings.filter(text => /['"\\%;$#{<`]/.test(text) && text.length < 80)

type Browser = ReturnType<typeof desk.browser>

const send = (one: Pick<Browser, 'send'>, call: DeskCallDefinition, body: string) =>
  one.send(pathOf(call), {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin', Origin: DESK_ORIGIN, 'Content-Type': 'application/json' },
    body,
  })

/** Checks that a refusal has a code of the contract with its status, and does not reveal internals of the program. */
async function requireContract(name: DeskCallName, sent: unknown, response: Response): Promise<void> {
  if (response.status === 200) return
  const text = await response.text()
  const { error } = JSON.parse(text)
  const what = [name, JSON.stringify(sent).slice(0, 200), text]
  expect([...what, deskErrorCodes.includes(error)]).toEqual([...what, true])
  expect([...what, response.status]).toEqual([...what, deskStatusOf(error)])
  expect([...what, response.status < 500]).toEqual([...what, true])
  expect(text).not.toMatch(/SQLITE|TypeError|node_modules|at \w+ \(/)
}

test('the samples fit the schema of every call', () => {
  expect(withBody.length).toBeGreaterThan(20)
  for (const [name, { body }] of withBody)
    expect([name, 'typed' in (body['~run']({ value: sampleOf(body) }, {}) as object)]).toEqual([name, true])
})

test('desk check 38: no call accepts a number that no column of the store could hold', () => {
  const accepted = withBody.flatMap(([name, { body }]) =>
    replacements(sampleOf(body), 2 ** 53).flatMap(changed =>
      v.safeParse(body as v.GenericSchema, changed).success ? [`${name}: ${JSON.stringify(changed)}`] : [],
    ),
  )
  expect(accepted).toEqual([])
})

test('desk check 38: whatever a field of any call contains, the answer is one of the contract, and no error of the program', {
  timeout: 600_000,
}, async () => {
  const customers = () => server.db.selectFrom('customer').select('id').execute()
  await server.signIn()
  const before = await customers()
  const values = [...wrong, ...injected]
  const perPlace = inCircle({ push: 2, merge: 2, nightly: values.length })
  let turn = 0
  for (const [name, call] of withBody) {
    const one =
      call.who === 'anyone' ? desk.browser() : await desk.join(call.who === 'scan' ? 'staff' : 'manager')
    const sample = sampleOf(call.body)
    for (const place of replacements(sample, null).keys())
      for (let count = 0; count < perPlace; count++) {
        // Each place gets the next values, so that every value is tried.
        const body = replacements(sample, values[turn++ % values.length])[place]
        await requireContract(name, body, await send(one, call, JSON.stringify(body)))
      }
  }
  expect(turn).toBeGreaterThan(values.length)
  expect(await customers()).toEqual(before)
  expect(({} as Record<string, unknown>).admin).toBeUndefined()
})

test('desk check 38: keys that change an object’s prototype are refused like every other unknown field', async () => {
  const one = await desk.join('manager')
  for (const [name, call] of posts) {
    if (name === 'signOut') continue
    const sample = JSON.stringify(sampleOf(call.body)).slice(1)
    const body = `{"__proto__":{"admin":true}${sample === '}' ? '' : ','}${sample}`
    const response = await send(one, call, body)
    expect([name, response.status]).not.toEqual([name, 200])
    await requireContract(name, body, response)
  }
  expect(({} as Record<string, unknown>).admin).toBeUndefined()
})

test('a parameter that is repeated or unknown in the address is refused by every call that reads', async () => {
  const [manager, staff] = [await desk.join('manager'), await desk.join('staff')]
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  for (const [name, call] of calls) {
    if (call.method !== 'GET' || call.who === 'anyone') continue
    const one = call.who === 'scan' ? staff : manager
    for (const query of ['after=1&after=2', 'role=manager', '__proto__=x', 'id=1']) {
      const response = await one.send(`${pathOf(call)}?${query}`, { headers })
      expect([name, query, (await response.json()).error]).toEqual([name, query, 'VALIDATION'])
    }
  }
})

test('desk check 39: a change whose entry in the audit log cannot be written is not made', async () => {
  const one = await desk.join('manager')
  const customer = await server.signIn()
  const { db } = server
  const state = async () => ({
    people: await db.selectFrom('desk_person').select(['id', 'role', 'state']).orderBy('id').execute(),
    blocks: await rowsOf({ db }, 'block'),
    asked: await db.selectFrom('desk_approval').select('id').execute(),
    sessions: (await rowsOf({ db }, 'desk_session')).length,
  })
  const before = await state()
  const attempts = () => [
    one.call('invite', { body: { name: 'Fon', role: 'reviewer' } }),
    one.call('blockCustomer', { params: { id: customer.customerId }, body: { reason: 'fraud' } }),
    one.call('askApproval', {
      body: { input: { action: 'erase-customer', customerId: customer.customerId } },
    }),
    one.call('endOtherSessions'),
  ]
  const answers = await withoutTable(db, 'audit', () => Promise.all(attempts()))
  for (const { status } of answers) expect(status).toBe(500)
  expect(await state()).toEqual(before)
})
