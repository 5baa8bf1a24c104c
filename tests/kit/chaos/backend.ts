import { setCampaign } from '#tests/kit/activity.ts'
import { lateScripts } from '#tests/kit/late-scripts.ts'
import { type Ledger, type LedgerFaults, ledgerServer } from '#tests/kit/ledger-server.ts'
import { NOON } from '#tests/kit/noon.ts'
import { rowsOf } from '#tests/kit/rows.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

export type Customer = { readonly customerId: string; readonly token: string }

export type Backend = {
  readonly a: Customer
  readonly b: Customer
  /**
   * Awaits `pause` before the server gets the body: after the statements about the session and before those of the
   * call.
   */
  fetch(request: Request, pause?: () => Promise<void>): Promise<Response>
  ledger(): Promise<Ledger>
  /** Returns the ledger synchronously. Only some servers can do that. */
  peek?(): Ledger
}

/** Creates a server for one history. `time` is the server's clock. */
export type MakeBackend = ((time: () => number) => Promise<Backend>) & { readonly isReal?: boolean }

const customer = (digit: string): Customer => ({
  customerId: `01938000-0000-7000-8000-00000000000${digit}`,
  token: digit.repeat(43),
})

/** Creates the reference server. `faults` lists the rules that it leaves out. */
export const referenceServer =
  (faults: LedgerFaults = {}): MakeBackend =>
  async time => {
    await lateScripts()
    const [a, b] = [customer('a'), customer('b')]
    const server = ledgerServer(time, [a, b], faults)
    return { a, b, fetch: server.fetch, ledger: async () => server.ledger(), peek: server.ledger }
  }

/** The tables that a history writes to. They are emptied before each history, children first. */
const written = [
  'receipt_image',
  'receipt_claim',
  'receipt_dispute',
  'ticket',
  'answer',
  'receipt',
  'upload',
  'image',
  'idempotency',
  'log_page_view',
] as const

/**
 * Starts one real server with two customers for all histories. Each history begins without the data of earlier ones.
 */
export async function realServer(): Promise<{ readonly make: MakeBackend; close(): Promise<void> }> {
  await lateScripts()
  let now = () => NOON
  const server = await testServer({ deps: { clock: { now: () => now() } } })
  const fetch: Backend['fetch'] = async (request, pause) =>
    server.fetch(pause ? withPause(request, pause) : request)
  await setCampaign(server, { max_receipts_per_day: 100_000 })
  const [a, b] = [await server.signIn(), await server.signIn()]
  async function make(time: () => number): Promise<Backend> {
    now = time
    for (const table of written) await server.db.deleteFrom(table).execute()
    return { a, b, fetch, ledger: () => readLedger(server) }
  }
  return { make: Object.assign(make, { isReal: true }), close: server.close }
}

/**
 * Returns the request with a delayed body. `pause` begins when the server reads the body, and the body follows after
 * it.
 */
function withPause(request: Request, pause: () => Promise<void>): Request {
  if (request.body === null) return request
  const { url, method, headers } = request
  const body = new ReadableStream(
    {
      async pull(controller) {
        await pause()
        controller.enqueue(new Uint8Array(await request.arrayBuffer()))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return new Request(url, { method, headers, body, duplex: 'half' } as RequestInit)
}

async function readLedger({ db }: TestServer): Promise<Ledger> {
  const receipts = await rowsOf({ db }, 'receipt')
  const images = await db.selectFrom('receipt_image').selectAll().orderBy('position').execute()
  const answers = await rowsOf({ db }, 'answer')
  const keys = await rowsOf({ db }, 'idempotency')
  const views = await rowsOf({ db }, 'log_page_view')
  return {
    receipts: receipts.map(row => ({
      id: row.id,
      owner: row.customer_id,
      receiptNo: row.receipt_no,
      amount: row.amount_satang / 100,
      images: images.filter(({ receipt_id }) => receipt_id === row.id).map(({ sha256 }) => sha256),
      status: row.status,
    })),
    answers: answers.map(row => ({ owner: row.customer_id, text: row.answer_text })),
    effects: keys.map(row => ({ owner: row.customer_id, key: row.key, route: row.route })),
    pageViews: views.map(row => ({ owner: row.customer_id, path: row.path })),
  }
}
