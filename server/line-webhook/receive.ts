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

/** Largest body of a webhook, in bytes. LINE documents no limit; 100 texts of 5000 Thai characters have 1.5 MB. */
export const MAX_WEBHOOK_BYTES = 2 * 1024 * 1024
const BODY_DEADLINE_MS = 10_000
/** Rows in one statement, well below the databases' parameter limits. */
const BATCH = 200

type Received = {
  readonly request: Request
  /** The client's network, for the rate limit. */
  readonly ip: string
}

/** Handles a webhook and returns the response to LINE. */
export type ReceiveWebhook = (received: Received) => Promise<Response>

/**
 * Returns the function that receives LINE's webhooks, or null if the channel's secret is not set. It checks the signature,
 * stores the events, answers, and then starts to work on them. Throws UNAUTHORIZED for a body that LINE has not signed, and
 * RATE_LIMITED if there are too many of them.
 */
export function createLineWebhook(deps: ServerDeps, limits: RateLimit): ReceiveWebhook | null {
  const channelSecret = deps.messaging?.channelSecret
  if (channelSecret === undefined) return null
  const work = oneAtATime(() => workOnEvents(deps))
  return async ({ request, ip }) => {
    const signature = request.headers.get('x-line-signature')
    const body = signature === null ? null : await readBody(request, MAX_WEBHOOK_BYTES, BODY_DEADLINE_MS)
    if (body === null || !isSignedByLine(body, signature, channelSecret)) {
      // LINE's own webhooks are not limited: they all come from a few addresses.
      await limits.take(`ip:${ip}`, PER_MINUTE.address)
      throw new ApiError('UNAUTHORIZED')
    }
    await store(deps, eventsIn(body))
    // LINE waits only two seconds. The worker repeats what fails here.
    work().catch(error => deps.log.warn({ err: error }, 'could not work on events of LINE'))
    return jsonResponse('{}', { 'Cache-Control': 'no-store' })
  }
}

/** Stores the events that are new. LINE repeats a webhook if it gets no answer, so an event can arrive several times. */
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
    for (let from = 0; from < rows.length; from += BATCH) {
      await trx
        .insertInto('line_webhook_event')
        .values(rows.slice(from, from + BATCH))
        .onConflict(conflict => conflict.column('id').doNothing())
        .execute()
    }
  })
}

/** Returns a function that runs `run`, and once more afterwards if it is called in between. */
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
