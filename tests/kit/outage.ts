import { randomUUID } from 'node:crypto'
import { allowConnections, databaseName, denyConnections } from './postgres.ts'
import type { Prepared } from './prepared.ts'
import { startServerProcess } from './server-process.ts'

type Phase = 'before' | 'during' | 'after'

/** Waits until the current phase has this many responses with this status. */
type Answered = (status: number, count: number) => Promise<void>
type Options = {
  readonly connections: number
  /** Makes the database unavailable and available again. By default, the database refuses connections. */
  readonly how?: { readonly take: () => Promise<unknown>; readonly give: () => Promise<unknown> }
} & Readonly<Record<Phase, (answered: Answered) => Promise<unknown>>>

/**
 * Sends page views to a server whose database becomes unavailable. Each phase lasts until its promise resolves. Returns
 * the number of responses by phase and status, of 503 responses without Retry-After, and of acknowledged writes that
 * were lost, and the milliseconds from the end of the outage to the first 200.
 */
export async function outage(store: Prepared, options: Options) {
  const database = databaseName(store.env.DATABASE_URL ?? '')
  const { take, give } = options.how ?? {
    take: () => denyConnections(database),
    give: () => allowConnections(database),
  }
  const server = await startServerProcess({ ...store.env, LOG_LEVEL: 'silent' })
  const answers: Record<Phase, Map<number, number>> = {
    before: new Map(),
    during: new Map(),
    after: new Map(),
  }
  let notify = () => {}
  const acknowledged: string[] = []
  let withoutRetryAfter = 0
  let phase: Phase = 'before'
  let over = false
  let restored = 0
  let recoveredMs = -1

  const send = async (turn: number): Promise<void> => {
    for (let n = turn; !over; n += options.connections) {
      const who = store.customers[n % store.customers.length]
      if (!who) return
      const eventId = randomUUID()
      const response = await fetch(`${server.origin}/api/logpageview`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${who.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ customerId: who.customerId, path: '/x', eventId }),
      })
      await response.arrayBuffer()
      const { status } = response
      if (status === 200) acknowledged.push(eventId)
      if (status === 503 && !response.headers.has('retry-after')) withoutRetryAfter += 1
      if (phase === 'after' && status === 200 && recoveredMs < 0)
        recoveredMs = Math.round(performance.now() - restored)
      answers[phase].set(status, (answers[phase].get(status) ?? 0) + 1)
      notify()
    }
  }

  const answered: Answered = async (status, count) => {
    while ((answers[phase].get(status) ?? 0) < count)
      await new Promise<void>(resolve => {
        notify = resolve
      })
  }

  try {
    const sending = Promise.all(Array.from({ length: options.connections }, (_, turn) => send(turn)))
    await options.before(answered)
    await take()
    phase = 'during'
    await options.during(answered)
    await give()
    restored = performance.now()
    phase = 'after'
    await options.after(answered)
    over = true
    await sending
    const rows = await store.db.selectFrom('log_page_view').select('event_id').execute()
    const there = new Set(rows.map(row => row.event_id))
    return { answers, withoutRetryAfter, lost: acknowledged.filter(id => !there.has(id)).length, recoveredMs }
  } finally {
    over = true
    await give()
    await server.kill()
  }
}
