import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#server/store/tables.ts'
import type { LineProcess } from './line.ts'
import type { Person } from './people.ts'

type Parts = {
  readonly db: Db
  readonly line: LineProcess
  readonly origin: () => string
  readonly now: () => number
}

/** The interval between retries of a call, and between reads of the database, in milliseconds. */
const AGAIN_MS = 50
/** The time after which LINE has given up on a webhook, in milliseconds. It retries for only a few seconds. */
const WEBHOOK_MS = 20_000

export type Departures = ReturnType<typeof createDepartures>

/**
 * Makes people block the account, leave the campaign or withdraw their consent. Records when each began, and when the
 * server knew.
 */
export function createDepartures({ db, line, origin, now }: Parts) {
  const leavesAt = new Map<string, number>()
  const goneAt = new Map<string, number>()

  /** Retries a call until it succeeds, always with the same idempotency key, as a phone does. */
  async function call(person: Person, method: string, path: string, body?: object): Promise<void> {
    const key = randomUUID()
    for (;;) {
      const answer = await fetch(origin() + path, {
        method,
        headers: {
          Authorization: `Bearer ${person.token}`,
          'Idempotency-Key': key,
          'Content-Type': 'application/json',
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }).catch(() => null)
      if (answer?.status === 200) break
      // The server was killed after it had revoked the session, so the response was lost but the departure is complete.
      if (answer?.status === 401 && path.endsWith('/cancel')) break
      if (answer && answer.status !== 429 && answer.status !== 503)
        throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      await wait(AGAIN_MS)
    }
    goneAt.set(person.customerId, now())
  }

  async function block(person: Person): Promise<void> {
    await line.block([person.userId])
    const end = Date.now() + WEBHOOK_MS
    for (;;) {
      const reach = await db
        .selectFrom('line_reach')
        .select('is_following')
        .where('line_user_id', '=', person.userId)
        .executeTakeFirst()
      if (reach?.is_following === 0) break
      // The person has blocked the account, but the server was never told.
      if (Date.now() > end) return
      await wait(AGAIN_MS)
    }
    goneAt.set(person.customerId, now())
  }

  return {
    leavesAt,
    goneAt,
    async depart(person: Person): Promise<void> {
      leavesAt.set(person.customerId, now())
      if (person.role === 'blocks') await block(person)
      if (person.role === 'leaves') await call(person, 'POST', '/api/authorization/cancel', { confirm: true })
      if (person.role === 'withdraws') await call(person, 'DELETE', '/api/customer/consent/marketing')
    },
  }
}
