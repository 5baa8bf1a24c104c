import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { newKey } from '#tests/kit/activity.ts'
import { changes, dump } from '#tests/kit/dump.ts'
import { requestOf, type SignedIn, type TestServer, testServer } from '#tests/kit/server.ts'
import { changesNothing, goodRequest } from '#tests/kit/writes.ts'

let server: TestServer
let who: SignedIn
beforeEach(async () => {
  server = await testServer()
  who = await server.signIn()
})
afterEach(() => server.close())

/**
 * Log events contain only the customer's id, which stays after the customer has left. A winner cannot leave, so
 * `confirmConcert` cannot overlap with it.
 */
const others: readonly CallName[] = [
  'logBatch',
  'logState',
  'logPageView',
  'confirmConcert',
  ...changesNothing,
]
const names = (Object.keys(calls) as CallName[]).filter(name => {
  const { auth, bodyKind, endsSession } = calls[name]
  return auth !== 'none' && bodyKind !== 'none' && !endsSession && !others.includes(name)
})

/** Sends a request whose body waits for `sendBody`. `authenticated` resolves when the server starts to read the body. */
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

test.each(names)('%s stores nothing of a customer who leaves while the body is being sent', async name => {
  const given = await goodRequest(server, name, who)
  const slow = await slowly(requestOf(calls[name], { token: who.token, ...given }))
  await slow.authenticated
  const left = await server.call('cancel', {
    token: who.token,
    key: newKey(),
    body: { confirm: true, lineAccessToken: 'x' },
  })
  expect(left.status).toBe(200)
  const [before, keys] = [await dump(server.db), server.objects.keys()]
  slow.sendBody()
  expect((await slow.response).status).toBe(401)
  expect(changes(before, await dump(server.db))).toEqual([])
  expect(server.objects.keys()).toEqual(keys)
})
