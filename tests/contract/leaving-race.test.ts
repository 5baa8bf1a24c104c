import { expect, test } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { revokeSessions } from '#server/auth/sessions.ts'
import { blockCustomer } from '#server/identity/change-block.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { newKey } from '#tests/kit/activity.ts'
import { changes, dump } from '#tests/kit/dump.ts'
import { fixture, sha256Of } from '#tests/kit/images.ts'
import { eachTest, requestOf, testServer } from '#tests/kit/server.ts'
import { changesNothing, goodRequest } from '#tests/kit/writes.ts'

const server = eachTest(testServer)
const who = eachTest(() => server.signIn())

/** Calls that the test skips. Log events contain only the customer's id, which is kept after the customer has left. */
const others: readonly CallName[] = ['logBatch', 'logState', 'logPageView', ...changesNothing]
const names = (Object.keys(calls) as CallName[]).filter(name => {
  const { auth, bodyKind, endsSession } = calls[name]
  return auth !== 'none' && bodyKind !== 'none' && !endsSession && !others.includes(name)
})

/**
 * Sends a request whose body waits for `sendBody`. `authenticated` resolves when the server starts to read the body.
 */
async function slowly(request: Request) {
  const bytes = new Uint8Array(await request.arrayBuffer())
  const events = new EventTarget()
  const happened = (event: string) =>
    new Promise(resolve => events.addEventListener(event, resolve, { once: true }))
  const [authenticated, sent] = [happened('authenticated'), happened('sent')]
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        events.dispatchEvent(new Event('authenticated'))
        await sent
        controller.enqueue(bytes)
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const { method, headers } = request
  const init = { method, headers, body, duplex: 'half' } as RequestInit
  const response = server.fetch(new Request(request.url, init))
  return { authenticated, sendBody: () => events.dispatchEvent(new Event('sent')), response }
}

async function leave(): Promise<void> {
  const body = { confirm: true, lineAccessToken: 'x' } as const
  expect((await who.call('cancel', { key: newKey(), body })).status).toBe(200)
}

const losses: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['leaves', leave],
  [
    'is blocked',
    () => inTransaction(server.db, trx => blockCustomer(trx, { id: who.customerId }, server.clock.now())),
  ],
  ['has no session any more', () => revokeSessions(server.db, who, server.clock.now())],
]
const cases = losses
  .flatMap(([loss, lose]) => names.map(name => ({ name, loss, lose })))
  // A winner cannot leave.
  .filter(({ name, loss }) => !(name === 'confirmConcert' && loss === 'leaves'))

test.each(cases)(
  '$name: nothing is stored of a customer who $loss while the body is being sent',
  async ({ name, lose }) => {
    const given = await goodRequest(server, name, who)
    const slow = await slowly(requestOf(calls[name], { token: who.token, ...given }))
    await slow.authenticated
    await lose()
    const [before, keys] = [await dump(server.db), server.objects.keys()]
    slow.sendBody()
    expect((await slow.response).status).toBe(401)
    expect(changes(before, await dump(server.db))).toEqual([])
    expect(server.objects.keys()).toEqual(keys)
  },
)

const repeatable = names.filter(name => calls[name].idempotent)

test.each(repeatable)(
  '%s gets its stored answer if the session ends while a repeat is being sent',
  async name => {
    const request = requestOf(calls[name], { token: who.token, ...(await goodRequest(server, name, who)) })
    const first = await server.fetch(request.clone())
    const slow = await slowly(request)
    await slow.authenticated
    await revokeSessions(server.db, who, server.clock.now())
    slow.sendBody()
    const repeated = await slow.response
    expect([repeated.status, await repeated.text()]).toEqual([200, await first.text()])
    expect(repeated.headers.get('Idempotency-Replayed')).toBe('true')
  },
)

test.each(['a middle', 'the last'] as const)(
  '%s piece of a photo is not stored after the session has ended while it was being sent',
  async which => {
    const bytes = fixture('receipt-gps.jpg')
    const sent = (start: number, end: number) =>
      requestOf(calls.uploadImage, {
        token: who.token,
        params: { sha256: sha256Of(bytes) },
        bytes: bytes.subarray(start, end),
        headers: { 'Content-Range': `bytes ${start}-${end - 1}/${bytes.length}` },
      })
    expect((await server.fetch(sent(0, 2000))).status).toBe(200)
    const slow = await slowly(sent(2000, which === 'the last' ? bytes.length : 4000))
    await slow.authenticated
    await revokeSessions(server.db, who, server.clock.now())
    const [before, keys] = [await dump(server.db), server.objects.keys()]
    slow.sendBody()
    expect((await slow.response).status).toBe(401)
    expect(changes(before, await dump(server.db))).toEqual([])
    expect(server.objects.keys()).toEqual(keys)
  },
)

test('a photo of a customer who leaves while the server stores the file is deleted', async () => {
  const { put } = server.objects
  server.objects.put = async (...given) => {
    await put(...given)
    await leave()
  }
  const before = server.objects.keys()
  const given = await goodRequest(server, 'uploadImage', who)
  expect((await server.call('uploadImage', given)).status).toBe(401)
  expect(server.objects.keys()).toEqual(before)
})
