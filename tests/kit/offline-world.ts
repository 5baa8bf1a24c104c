import type { LogEvent } from '#contract/schema/log.ts'
import { HOUR_MS } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import type { NewJob } from '#src/outbox/job.ts'
import type { Outbox } from '#src/outbox/outbox.ts'
import { OUTCOMES } from '#src/storage/keys.ts'
import { setCampaign } from './activity.ts'
import { virtualClock } from './clock.ts'
import { png, sha256Of } from './images.ts'
import { lateScripts } from './late-scripts.ts'
import { type Fault, network } from './network.ts'
import { makePhone, type Page } from './phone.ts'
import { seededRandom } from './random.ts'
import { columnsOf } from './rows.ts'
import { testServer } from './server.ts'

export type OfflineWorld = Awaited<ReturnType<typeof offlineWorld>>

/** Starts the real server with two customers and creates the phone of the first (`a`), all on one virtual clock. */
export async function offlineWorld(seed = 7) {
  await lateScripts()
  const server = await testServer()
  await setCampaign(server, { max_receipts_per_day: 100_000 })
  const a = await server.signIn()
  const b = await server.signIn()
  const random = seededRandom(seed)
  let fault: (request: Request) => Fault = () => 'ok'
  let serve: (request: Request) => Promise<Response> = request => server.fetch(request)
  const net = network(
    request => serve(request),
    request => fault(request),
  )
  const clock = virtualClock(server.clock.now(), net.busy)
  let worker: (request: Request) => Promise<Response> | null = () => null
  const phone = makePhone(clock, { ...net, fetch: request => worker(request) ?? net.fetch(request) }, random)
  phone.signIn(a)
  const id = () =>
    uuidv7(
      clock.now(),
      Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256)),
    )
  const name = (customerId: string) => (customerId === a.customerId ? 'A' : 'B')

  /** Returns a job for a receipt that the server accepts, with its own photo. */
  function receipt(receiptNo: string, amount = 250.5, photo = png(200, 200, Math.floor(random() * 2 ** 31))) {
    const key = id()
    const sha256 = sha256Of(photo)
    const purchasedAt = new Date(server.clock.now() - HOUR_MS).toISOString()
    const body = { id: key, storeId: 1, receiptNo: `${receiptNo}000`, amount, purchasedAt, images: [sha256] }
    const photos = [{ sha256, type: 'image/png', bytes: new Uint8Array(photo).buffer }]
    return {
      route: 'createReceipt',
      params: {},
      body,
      subject: key,
      id: key,
      photos,
    } satisfies NewJob<'createReceipt'>
  }

  /** Returns a job for an answer to the question, with its own id. The server refuses an empty answer. */
  function answer(text: string) {
    const key = id()
    const body = { Answer: text, id: key, at: new Date(server.clock.now()).toISOString() }
    // A new answer replaces a refused one on the same subject, so an empty answer gets its own subject.
    const subject = text === '' ? key : 'question'
    return { route: 'postAnswer', params: {}, body, subject, id: key } satisfies NewJob<'postAnswer'>
  }

  /** Adds jobs to an outbox without waiting for their results, and then advances the clock. */
  async function queue(outbox: Outbox, ms: number, ...jobs: NewJob[]) {
    for (const job of jobs) void outbox.enqueue(job)
    await clock.advance(ms)
  }

  /** Returns every answer that took effect, as the customer and the idempotency key (`A key`). */
  async function answers(): Promise<string[]> {
    const rows = await columnsOf(server, 'idempotency', ['customer_id', 'key'], { route: 'postAnswer' })
    return rows.map(row => `${name(row.customer_id)} ${row.key}`).sort()
  }

  /** Returns the server's receipts, sorted. `A A-1` is customer A's receipt with the number A-1. */
  async function receipts(): Promise<string[]> {
    const rows = await columnsOf(server, 'receipt', ['customer_id', 'receipt_no'])
    return rows.map(row => `${name(row.customer_id)} ${row.receipt_no.replace(/000$/, '')}`).sort()
  }

  /** Returns the log event of a customer who has opened this path. */
  const view = (path: string) =>
    ({ kind: 'pageview', eventId: id(), at: '2026-11-20T05:00:00Z', path }) satisfies LogEvent

  /** Returns the paths of the page views that the server has stored, sorted. */
  const views = async () =>
    (await server.db.selectFrom('log_page_view').select('path').orderBy('path').execute()).map(
      ({ path }) => path,
    )

  /** Returns how often the server received the call `line`, which has the form `METHOD path`. */
  const calls = (line: string) => net.delivered.filter(delivered => delivered === line).length

  /** Returns the keys of everything queued on the phone, without the outcomes of earlier jobs. */
  const stored = async () => (await phone.disk.keys('q/')).filter(key => !key.startsWith(OUTCOMES))

  return {
    server,
    a,
    b,
    clock,
    phone,
    random,
    id,
    name,
    receipt,
    receipts,
    answer,
    answers,
    view,
    views,
    calls,
    stored,
    breakBy(next: (request: Request) => Fault) {
      fault = next
    },
    /** Repairs the network, and then advances the clock. */
    async online(ms: number) {
      fault = () => 'ok'
      await clock.advance(ms)
    },
    queue,
    /** Opens a page with new jobs in its outbox, and then advances the clock. */
    async openWith(ms: number, ...jobs: NewJob[]): Promise<Page> {
      const page = phone.open()
      await queue(page.outbox, ms, ...jobs)
      return page
    },
    /** Sends a request over the network, bypassing the service worker. */
    fetch: net.fetch,
    /** Makes another server with the same customers handle all further requests. */
    serveBy(next: typeof serve) {
      serve = next
    },
    /** Lets a service worker answer the pages' requests. A request for which it returns null goes to the server. */
    answerBy(next: typeof worker) {
      worker = next
    },
  }
}

export const isReceiptPost = (request: Request): boolean =>
  request.method === 'POST' && new URL(request.url).pathname === '/api/receipt'
