import { beforeEach, expect, test } from 'vitest'
import type { DeskCallDefinition } from '#contract/define-call.ts'
import { APPROVAL_MS, FRESH_MS } from '#contract/desk/limits.ts'
import { type DeskCallName, deskCalls } from '#contract/desk-calls.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { handlers } from '#server/desk/handlers.ts'
import { settle } from '#tests/kit/clock.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { soon } from '#tests/kit/in-time.ts'
import { lockWaits } from '#tests/kit/postgres.ts'
import { testDialect } from '#tests/kit/seeded.ts'
import { eachTest, testServer, update } from '#tests/kit/server.ts'

let desk: Awaited<ReturnType<typeof testDesk>>
type One = Awaited<ReturnType<typeof desk.join>>

/** Runs at the end of the handler of `verifyOptions`, in its transaction. */
let atEnd: () => Promise<unknown>
/** For each call, whether its session still existed after `atEnd`. */
let stays: boolean[]

const server = eachTest(testServer)
beforeEach(async () => {
  stays = []
  desk = await testDesk(server, {
    handlers: {
      ...handlers,
      async verifyOptions(call) {
        const answer = await handlers.verifyOptions(call)
        await atEnd()
        const { id } = call.caller.session
        const rows = await call.db.selectFrom('desk_session').select('id').where('id', '=', id).execute()
        stays.push(rows.length === 1)
        return answer
      },
    },
  })
})

const calls = Object.entries(deskCalls) as [DeskCallName, DeskCallDefinition][]
const changing = calls.filter(([, { method, who }]) => method === 'POST' && who !== 'anyone')
const anyParams = () => ({ id: uuidv7(server.clock.now(), server.deps.random.bytes(16)), position: '0' })

/** Adds a second passkey, and signs the person in with it in a second browser. */
async function secondBrowser(one: One) {
  const { options } = (await one.call('passkeyOptions')).body
  const response = one.authenticator.create(options)
  await one.call('addPasskey', { body: { name: 'second', response } })
  const browser = desk.browser()
  const asked = (await browser.call('signInOptions')).body
  const signedIn = one.authenticator.use(asked.options, { index: 1 })
  await browser.call('signIn', { body: { response: signedIn } })
  return { ...browser, passkey: String(response.id), id: (await browser.call('me')).body.sessionId }
}
type Second = Awaited<ReturnType<typeof secondBrowser>>

const ends: readonly (readonly [string, (second: Second, one: One, manager: One) => Promise<unknown>])[] = [
  ['a manager ends it', ({ id }, _, manager) => manager.call('endSession', { params: { id } })],
  ['the person ends all other sessions', (_, one) => one.call('endOtherSessions')],
  [
    'the person says that it was someone else',
    ({ id }, one) => one.call('disownSession', { params: { id } }),
  ],
  [
    'the person removes its passkey',
    ({ passkey }, one) => one.call('removePasskey', { body: { id: passkey } }),
  ],
  ['the person signs out', second => second.call('signOut')],
]

test.each(ends)(
  'desk check 19: a session stays until the transaction of its call has ended if %s',
  async (_, end) => {
    const [manager, one] = [await desk.join('manager'), await desk.join('reviewer')]
    const second = await secondBrowser(one)
    let ended = false
    let ending: Promise<unknown> | undefined
    atEnd = async () => {
      ending ??= end(second, one, manager).then(() => {
        ended = true
      })
      if (testDialect === 'sqlite') return settle()
      await soon(async () => expect(ended || (await lockWaits(server.db)) > 0).toBe(true))
    }
    expect((await second.call('verifyOptions')).status).toBe(200)
    expect([ended, ...stays]).toEqual([false, true])
    await ending
    expect((await second.call('me')).error.error).toBe('SIGNED_OUT')
  },
)

test('desk check 19: no call changes anything if the session becomes too old while its body arrives', async () => {
  for (const [name, { who }] of changing) {
    const one = await desk.join(who === 'scan' ? 'staff' : 'manager')
    const last = { expires_at: server.clock.now() + 1 }
    await update(server, 'desk_session', last, { person_id: one.personId })
    const { error } = await one.call(name, {
      params: anyParams() as never,
      whileArriving: async () => server.clock.advance(1),
    })
    expect([name, error.error]).toEqual([name, 'SIGNED_OUT'])
  }
})

test('desk check 19: no sensitive call changes anything if the passkey was used too long ago when its body has arrived', async () => {
  const sensitive = changing.filter(([, { fresh }]) => fresh)
  expect(sensitive.length).toBeGreaterThan(5)
  for (const [name] of sensitive) {
    const one = await desk.join('manager')
    server.clock.advance(FRESH_MS - 1)
    const { error } = await one.call(name, {
      params: anyParams() as never,
      whileArriving: async () => server.clock.advance(1),
    })
    expect([name, error.error]).toEqual([name, 'FRESH_PASSKEY_REQUIRED'])
  }
})

test('a request that becomes too old while its approval arrives is not carried out', async () => {
  const asker = await desk.join('support')
  const { customerId } = await server.signIn()
  const input = { action: 'erase-customer', customerId } as const
  const { body } = await asker.call('askApproval', { body: { input } })
  const [id = ''] = body.approvals.map(one => one.id)
  server.clock.advance(APPROVAL_MS - 1)
  const manager = await desk.join('manager')
  const decided = await manager.call('decideApproval', {
    params: { id },
    body: { approve: true },
    whileArriving: async () => server.clock.advance(1),
  })
  expect(decided.error.error).toBe('CHANGED')
})
