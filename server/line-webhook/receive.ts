import { chunksOf } from '#server/chunks.ts'
import type { ServerDeps } from '#server/deps.ts'
import { ApiError } from '#server/errors.ts'
import { readBody } from '#server/http/body.ts'
import type { RateLimit } from '#server/http/rate-limit.ts'
import { PER_MINUTE } from '#server/http/rates.ts'
import { jsonResponse } from '#server/http/respond.ts'
import { RETENTION_MS } from '#server/retention/run.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { eventsIn, type LineEvent } from './events.ts'
import { isSignedByLine } from './signature.ts'
import { workOnEvents } from './work.ts'

/** LINE documents no limit; 100 texts of 5000 Thai characters take 1.5 MB. */
export const MAX_WEBHOOK_BYTES = 2 * 1024 * 1024
const BODY_DEADLINE_MS = 10_000
const BATCH = 200

type Received = {
  readonly request: Request
  readonly ip: string
}

export type ReceiveWebhook = (received: Received) => Promise<Response>

/**
 * Returns null if the channel secret is not set. The returned handler verifies the signature, stores the events,
 * responds, and then processes the events. Many unsigned bodies cause RATE_LIMITED.
 */
export function createLineWebhook(deps: ServerDeps, limits: RateLimit): ReceiveWebhook | null {
  const channelSecret = deps.messaging?.channelSecret
  if (channelSecret === undefined) return null
  const work = oneAtATime(() => workOnEvents(deps))
  return async ({ request, ip }) => {
    const signature = request.headers.get('x-line-signature')
    const body = signature === null ? null : await readBody(request, MAX_WEBHOOK_BYTES, BODY_DEADLINE_MS)
    if (body === null || !isSignedByLine(body, signature, channelSecret)) {
      // Limit only unsigned requests, because all of LINE's webhooks come from a few addresses.
      await limits.take(`ip:${ip}`, PER_MINUTE.address)
      throw new ApiError('UNAUTHORIZED')
    }
    await store(deps, eventsIn(body))
    // Do not await this, because LINE waits for only two seconds. The worker retries failures.
    work().catch(error => deps.log.warn({ err: error }, 'could not work on events of LINE'))
    return jsonResponse('{}', { 'Cache-Control': 'no-store' })
  }
}

/** LINE resends a webhook if it gets no response, so duplicates are expected. */
async function store({ db, clock }: ServerDeps, events: readonly LineEvent[]): Promise<void> {
  const now = clock.now()
  const rows = events
    .filter(({ at }) => at > now - RETENTION_MS.webhooks)
    .map(event => ({
      ...event,
      reply: null,
      state: 'waiting' as const,
      not_before: now,
      attempts: 0,
      received_at: now,
    }))
  if (rows.length === 0) return
  await inTransaction(db, async trx => {
    for (const some of chunksOf(rows, BATCH))
      await trx
        .insertInto('line_webhook_event')
        .values(some)
        .onConflict(conflict => conflict.column('id').doNothing())
        .execute()
  })
}

/** Calls during a run cause exactly one more run. */
function oneAtATime(run: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<void> | null = null
  let again = false
  const loop = async () => {
    do {
      again = false
      await run()
    } while (again)
  }
  return () => {
    again = true
    running ??= loop().finally(() => {
      running = null
    })
    return running
  }
}
