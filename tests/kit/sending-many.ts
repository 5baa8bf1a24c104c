import { MARKETING_VERSION } from '#campaign/marketing.ts'
import { advanceMailings } from '#server/mailings/advance.ts'
import { startMailing } from '#server/mailings/start.ts'
import { campaignOf } from './activity.ts'
import { insert, rowOf, rowsOf } from './rows.ts'
import { dieSending, type Fetch, messagingServer } from './sending.ts'
import type { TestServer } from './server.ts'

const MULTICAST = '/v2/bot/message/multicast'
/** Rows per insert, below the databases' limits. */
const CHUNK = 500

/** A multicast request to the Messaging API, as the server sent it. */
type Sent = { readonly key: string; readonly to: readonly string[]; readonly body: string }

const lineUserOf = (n: number): string => `U${n.toString(16).padStart(32, '0')}`
const customerOf = (n: number): string => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/**
 * Starts a server and an emulated LINE, and adds customers, numbered from 1, who are friends of the account and have
 * agreed to marketing.
 */
export async function crowd(count: number) {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const { server, emulator, ...line } = await messagingServer(numbers.map(lineUserOf))
  await addCustomers(server, numbers)
  const sent: Sent[] = []
  const paths: string[] = []
  const record = async (request: Request) => {
    const { pathname } = new URL(request.url)
    paths.push(pathname)
    if (pathname === MULTICAST) {
      const body = await request.clone().text()
      const key = request.headers.get('x-line-retry-key') ?? ''
      sent.push({ key, body, to: (JSON.parse(body) as { to: string[] }).to })
    }
  }
  /** Sends the messages that are due, as one server process would, and returns how many were settled. */
  const send = (fetch: Fetch = emulator.lineFetch, db = server.db) =>
    line.send(async request => {
      await record(request)
      return fetch(request)
    }, db)
  return {
    server,
    emulator,
    lineUserOf,
    customerOf,
    /** The multicast requests that the server sent, in order, including those that LINE did not accept. */
    sent,
    /** Returns how many requests the server sent to a path. */
    calls: (path: string) => paths.filter(one => one === path).length,
    /** Starts the mailing that reminds customers of the campaign's end, and enqueues all its messages. */
    async enqueue(): Promise<void> {
      const now = server.clock.now()
      const { closes_at } = await campaignOf(server)
      await startMailing(server.db, { kind: 'closing', subject: String(closes_at) }, now, now)
      while ((await advanceMailings(server.deps)) > 0);
    },
    send,
    /** Sends until no message is due, as one server process would. */
    async sendAll(fetch: Fetch = emulator.lineFetch): Promise<void> {
      while ((await send(fetch)) > 0);
    },
    die: (when: 'before' | 'after') => dieSending({ send, emulator }, when),
    /** Returns how many messages each LINE user received, in the order of the customers. */
    received(): number[] {
      const counts = new Map<string, number>()
      for (const { delivered } of emulator.botMessages())
        for (const userId of delivered) counts.set(userId, (counts.get(userId) ?? 0) + 1)
      return numbers.map(n => counts.get(lineUserOf(n)) ?? 0)
    },
    async states(): Promise<Record<string, number>> {
      const counts: Record<string, number> = {}
      for (const { state } of await rowsOf(server, 'message')) counts[state] = (counts[state] ?? 0) + 1
      return counts
    },
    multicasts: () => rowsOf(server, 'message_multicast'),
    messageOf: (n: number) => rowOf(server, 'message', { customer_id: customerOf(n) }),
    /** Closes the server early, in tests that start many servers. */
    close: server.close,
  }
}
export type Crowd = Awaited<ReturnType<typeof crowd>>

async function addCustomers({ db, clock }: TestServer, numbers: readonly number[]): Promise<void> {
  const now = clock.now()
  for (let begin = 0; begin < numbers.length; begin += CHUNK) {
    const some = numbers.slice(begin, begin + CHUNK)
    const customers = some.map(n => ({
      ...{ id: customerOf(n), line_user_id: lineUserOf(n), line_display_name: 'ผู้ทดสอบ' },
      ...{ status: 'registered' as const, created_at: now, updated_at: now },
    }))
    const consents = some.map(n => ({
      ...{ id: customerOf(n), customer_id: customerOf(n), kind: 'marketing' as const, granted: 1 },
      ...{ version: MARKETING_VERSION, text_sha256: null, at: now },
    }))
    await insert({ db }, 'customer', customers as never)
    await insert({ db }, 'consent', consents)
  }
}
