import { expect, test } from 'vitest'
import { isReceiptPost, offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'
import { specServer } from '#tests/kit/spec-server.ts'

const world = eachTest(offlineWorld)
const { phone, clock, receipt, answer } = world

const ID = '9f1c2a34-77aa-4b0e-8d25-0a1b2c3d4e5f'
const DAY_MS = 24 * 60 * 60_000

/** The error page of a gateway such as Envoy, which sets a request id of its own. */
const page = (status: number, headers: Record<string, string> = {}) =>
  new Response(status === 204 ? null : '<html>', {
    status,
    headers: { 'Content-Type': 'text/html', 'X-Request-Id': ID, ...headers },
  })
/** A gateway's error that happens to look like our server's. */
const lookAlike = (status: number, error = 'Forbidden') =>
  new Response(JSON.stringify({ error, message: 'x', requestId: ID }), {
    status,
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': ID },
  })
const isPhoto = ({ method, url }: Request) => method === 'PUT' && url.includes('/image/')

async function sendThrough(gateway: (request: Request) => Promise<Response> | null, ms = 100) {
  world.answerBy(gateway)
  const { outbox } = phone.open()
  const job = receipt('A-1')
  const sent = outbox.enqueue(job)
  await clock.advance(ms)
  return { outbox, job, sent, view: outbox.views()[0] }
}

const instead = (of: (request: Request) => boolean, answer: () => Response) => (request: Request) =>
  of(request) ? Promise.resolve(answer()) : null

/** Removes the gateway and expects that the job was neither refused nor lost, and takes effect once. */
async function arrivesLater(receipts = ['A A-1']) {
  world.answerBy(() => null)
  await world.clock.advance(120_000)
  expect(await world.receipts()).toEqual(receipts)
  expect(await world.stored()).toEqual([])
}

const statuses = [204, 206, 301, 400, 401, 403, 404, 405, 409, 410, 413, 415, 418, 422, 451, 511]

test.each(statuses)('a gateway’s page with status %i and a request id ends no job', async status => {
  const { sent, view } = await sendThrough(instead(isReceiptPost, () => page(status)))
  expect(await sent).toMatchObject({ state: 'queued', kept: true })
  expect(view).toMatchObject({
    state: 'queued',
    waitsFor: 'gateway',
    tries: 1,
    failure: { kind: 'portal', status },
  })
  await arrivesLater()
})

test.each([400, 401, 403, 404, 409, 422])(
  'a gateway’s error %i in our format, without the job’s key, ends no job',
  async status => {
    const { view } = await sendThrough(instead(isReceiptPost, () => lookAlike(status)))
    expect(view).toMatchObject({ state: 'queued', tries: 1, failure: { kind: 'portal', status } })
    await arrivesLater()
  },
)

test('another job’s refusal ends no job', async () => {
  const body = { error: 'CUSTOMER_BLOCKED', message: 'x', requestId: ID, idempotencyKey: ID }
  const answer = () =>
    new Response(JSON.stringify(body), { status: 403, headers: { 'Content-Type': 'application/json' } })
  const { view } = await sendThrough(instead(isReceiptPost, answer))
  expect(view).toMatchObject({ state: 'queued', failure: { kind: 'portal' } })
  await arrivesLater()
})

test('our answer with its status changed to 201 is no refusal of a receipt that we have', async () => {
  const { view } = await sendThrough(request =>
    isReceiptPost(request)
      ? world.fetch(request).then(({ body, headers }) => new Response(body, { status: 201, headers }))
      : null,
  )
  expect(await world.receipts()).toEqual(['A A-1'])
  expect(view).toMatchObject({ state: 'queued', failure: { kind: 'portal', status: 201 } })
  await arrivesLater()
})

/** Returns a gateway that changes the status of our server's refusal of a receipt. */
const withStatus = (status: number) => async (request: Request) => {
  const reply = await world.fetch(request)
  return reply.status === 422 ? new Response(reply.body, { headers: reply.headers, status }) : reply
}

test.each([200, 201, 202, 206, 300, 302])(
  'our refusal with its status changed to %i ends no job, although it names the key',
  async status => {
    world.answerBy(withStatus(status))
    const { outbox } = await world.openWith(100, receipt('A-1', 1))
    expect(outbox.views()).toMatchObject([{ state: 'queued', failure: { kind: 'portal', status } }])
    world.answerBy(() => null)
    await clock.advance(120_000)
    expect(outbox.views()).toMatchObject([{ state: 'refused', failure: { status: 422 } }])
  },
)

test.each(['unavailable', 'unauthorized', 'too-many', 'internal'] as const)(
  'our answer that only asks to wait ends no job if a gateway changes its status to 400: %s',
  async fault => {
    world.breakBy(request => (isReceiptPost(request) ? fault : 'ok'))
    const { view } = await sendThrough(request =>
      isReceiptPost(request)
        ? world.fetch(request).then(({ body, headers }) => new Response(body, { headers, status: 400 }))
        : null,
    )
    expect(view).toMatchObject({ state: 'queued', failure: { kind: 'portal', status: 400 } })
    world.breakBy(() => 'ok')
    await arrivesLater()
  },
)

test.each([403, 404, 413, 422])('a gateway’s %i to a photo ends no job', async status => {
  const { view } = await sendThrough(instead(isPhoto, () => page(status)))
  expect(view).toMatchObject({ state: 'queued', failure: { kind: 'portal', status } })
  await arrivesLater()
})

test('a photo that our server refuses is final, because the upload carries the job’s key', async () => {
  const { outbox } = phone.open()
  const sent = outbox.enqueue(receipt('A-1', 250, Buffer.from('not a picture')))
  await clock.advance(100)
  expect(await sent).toMatchObject({ state: 'refused', failure: { code: 'IMAGE_TYPE' } })
})

test('a gateway that lets no HEAD pass does not stop an upload', async () => {
  let pieces = 0
  const isHead = (request: Request) => request.method === 'HEAD'
  const { outbox } = await sendThrough(request => {
    if (isHead(request)) return Promise.resolve(page(405))
    return isPhoto(request) && pieces++ === 0 ? Promise.reject(new TypeError('lost')) : null
  })
  await world.clock.advance(60_000)
  expect(outbox.views()).toEqual([])
  expect(await world.receipts()).toEqual(['A A-1'])
})

test('a gateway’s 404 does not say that the receipt of a used key is unknown', async () => {
  const { sent, view } = await sendThrough(request => {
    const key = request.headers.get('idempotency-key')
    const body = { error: 'IDEMPOTENCY_KEY_REUSED', message: 'x', requestId: ID, idempotencyKey: key }
    if (isReceiptPost(request)) return Promise.resolve(Response.json(body, { status: 422 }))
    return request.method === 'GET' && request.url.includes('/api/receipt/')
      ? Promise.resolve(page(404))
      : null
  })
  expect(await sent).toMatchObject({ state: 'queued' })
  expect(view).toMatchObject({ state: 'queued', failure: { kind: 'portal', status: 404 } })
  await arrivesLater()
})

test('a gateway’s Retry-After is kept although its body is HTML', async () => {
  let posts = 0
  const answer = () => {
    posts += 1
    return page(429, { 'Retry-After': '300' })
  }
  const { view } = await sendThrough(instead(isReceiptPost, answer))
  expect(view).toMatchObject({ waitsFor: 'server', failure: { kind: 'portal', retryAfter: 300 } })
  await world.clock.advance(299_000)
  expect(posts).toBe(1)
  world.answerBy(() => null)
  await world.clock.advance(60_000)
  expect(await world.receipts()).toEqual(['A A-1'])
})

/** Answers like our server before its error bodies named the idempotency key. `withKey` keeps the key in the header. */
async function olderServer(request: Request, withKey: boolean): Promise<Response> {
  const response = await world.fetch(request)
  if (response.ok) return response
  const { idempotencyKey: _, ...body } = await response.json()
  const headers = new Headers(response.headers)
  if (!withKey) headers.delete('idempotency-key')
  return new Response(JSON.stringify(body), { status: response.status, headers })
}

test.each([
  [true, 'refused'],
  [false, 'queued'],
])('a refusal of the release before is final if its header names the key: %s', async (withKey, state) => {
  world.answerBy(request => (isReceiptPost(request) ? olderServer(request, withKey) : null))
  const { outbox } = await world.openWith(100, receipt('A-1', 1))
  expect(outbox.views()).toMatchObject([{ state }])
})

test('a server with only the specification’s calls ends no job by an error, and asks after seven days', async () => {
  const fetch = specServer(world.fetch)
  world.answerBy(request => Promise.resolve(fetch(request)))
  const { outbox } = await world.openWith(100, answer(''))
  expect(outbox.views()).toMatchObject([{ state: 'queued', failure: { kind: 'portal', status: 400 } }])
  clock.jump(7 * DAY_MS + 1)
  await clock.advance(60_000)
  expect(outbox.views()).toMatchObject([{ state: 'refused', expired: true }])
})
