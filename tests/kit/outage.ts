import { randomUUID } from 'node:crypto'
import { databaseName, denyConnections, takeConnections } from './postgres.ts'
import type { Prepared } from './prepared.ts'
import { startServerProcess } from './server-process.ts'

type Phase = 'before' | 'during' | 'after'

/** What came of it: answers by their status, acknowledged writes that are gone, and how long the first 200 took. */
export type OutageToll = {
  readonly answers: Readonly<Record<Phase, Map<number, number>>>
  /** Answers of 503 that do not say when to come back. */
  readonly vague: number
  readonly lost: number
  readonly recoveredMs: number
}

/** Resolves when, in this phase, so many calls have been answered with a status. */
type Answered = (status: number, count: number) => Promise<void>
type Options = {
  readonly connections: number
  /** How the database is taken away and given back; by default it lets nobody in for a while. */
  readonly how?: { readonly take: () => Promise<unknown>; readonly give: () => Promise<unknown> }
} & Readonly<Record<Phase, (answered: Answered) => Promise<unknown>>>

/**
 * Page views, each of them sent once, on a server whose database is taken away in the middle: every connection is
 * ended, and no new one is let in, until it is given back, unless `how` does it otherwise. The phases last as long as
 * their promises.
 */
export async function outage(store: Prepared, options: Options): Promise<OutageToll> {
  const database = databaseName(store.env.DATABASE_URL ?? '')
  const { take, give } = options.how ?? {
    take: () => denyConnections(database),
    give: () => takeConnections(database),
  }
  const server = await startServerProcess({ ...store.env, LOG_LEVEL: 'silent' })
  const answers: Record<Phase, Map<number, number>> = {
    before: new Map(),
    during: new Map(),
    after: new Map(),
  }
  let told = () => {}
  const acknowledged: string[] = []
  let vague = 0
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
      if (status === 503 && !response.headers.has('retry-after')) vague += 1
      if (phase === 'after' && status === 200 && recoveredMs < 0)
        recoveredMs = Math.round(performance.now() - restored)
      answers[phase].set(status, (answers[phase].get(status) ?? 0) + 1)
      told()
    }
  }

  const answered: Answered = async (status, count) => {
    while ((answers[phase].get(status) ?? 0) < count)
      await new Promise<void>(resolve => {
        told = resolve
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
    return { answers, vague, lost: acknowledged.filter(id => !there.has(id)).length, recoveredMs }
  } finally {
    over = true
    await give()
    await server.kill()
  }
}
