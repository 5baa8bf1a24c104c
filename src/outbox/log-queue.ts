import type { LogEvent } from '#contract/schema/log.ts'
import { isMissingCall } from '#src/domain/missing-call.ts'
import type { Api, Failure, Ids, KeyValueStore } from '#src/ports.ts'
import { classify } from './classify.ts'
import { callsOf } from './job-calls.ts'
import { LOG_BATCH, WRITE_TIMEOUT_MS } from './limits.ts'
import { createLogStore, type LogRecord, type LogStore } from './log-store.ts'
import { sendLog } from './send-log.ts'
import { createSerial } from './serial.ts'
import { knowsNoKeys } from './spec-server.ts'

/**
 * The server deduplicates events by id, so resending is safe. A server with only the calls of spec S7 receives one
 * event per call, and counts it twice if its response is lost.
 */
export type LogQueue = Pick<LogStore, 'load' | 'add' | 'assignOwner' | 'purge' | 'purgeReports'> & {
  /**
   * Sends one batch. `asked` is false if there was nothing to send. `next` is when to send again (milliseconds since
   * 1970), or null if no events remain. Drops events that the server rejects; if its error does not list them, sends
   * each event separately.
   */
  send(
    api: Api,
    owner: string,
    now: number,
    signal: AbortSignal,
  ): Promise<{ asked: boolean; failure: Failure | null; next: number | null }>
  /** A keepalive request outlives the page, but its response cannot be read, so the events stay queued. */
  sendOnPageHide(api: Api, owner: string): void
  /** Includes events that another page may still send. */
  hasLogs(owner: string): boolean
  /** `ids` resolves to the ids of events that another call has delivered. Until then, `send` waits. */
  deliveredBy(ids: Promise<readonly string[]>): void
}

export function createLogQueue(kv: KeyValueStore, { uuid }: Pick<Ids, 'uuid'>, visit: string): LogQueue {
  const store = createLogStore(kv, visit)
  const serial = createSerial()
  const delivered = new Set<string>()
  let deliveries: Promise<void> = Promise.resolve()

  const callOf = (api: Api) => callsOf(api, { id: uuid() })

  /** If something other than our server rejects an event, the event stays queued without blocking the others. */
  async function sendEach(
    batch: readonly LogRecord[],
    sendOne: (event: LogEvent) => Promise<Failure | null>,
  ) {
    let waits: Failure | null = null
    for (const log of batch) {
      const failure = await sendOne(log.event)
      if (failure === null || isRefusal(failure)) await serial(() => store.delete([log]))
      else if (failure.kind === 'portal' && REFUSALS.includes(failure.status)) waits = failure
      else return failure
    }
    return waits
  }

  async function sendBatch(api: Api, owner: string, batch: readonly LogRecord[], signal: AbortSignal) {
    const post = async (events: readonly LogEvent[]) => {
      const reply = await callOf(api)('logBatch', {
        body: { events: [...events] },
        owner,
        timeout: WRITE_TIMEOUT_MS,
        signal,
      })
      return reply.ok ? null : reply.failure
    }
    const failure = await post(batch.map(log => log.event))
    // If the response came from a gateway, sending the events again without ids could count them twice.
    if (failure !== null && isMissingCall(failure) && (await knowsNoKeys(api, owner, signal)))
      return sendEach(batch, event => sendLog(callOf(api), owner, event, signal))
    if (failure !== null && !isRefusal(failure)) return failure
    const done = failure === null ? batch : batch.filter((_, i) => blames(failure, i))
    if (done.length === 0) return sendEach(batch, event => post([event]))
    await serial(() => store.delete(done))
    return null
  }

  return {
    load: now => serial(() => store.load(now)),
    add: (event, owner, now) =>
      serial(async () => {
        if (!delivered.has(event.eventId)) await store.add(event, owner, now)
      }),
    deliveredBy(ids) {
      const before = deliveries
      deliveries = ids.then(async list => {
        for (const id of list) delivered.add(id)
        await serial(() => store.deleteIds(list))
        await before
      })
    },
    assignOwner: owner => serial(() => store.assignOwner(owner)),
    purge: owner => serial(() => store.purge(owner)),
    purgeReports: () => serial(store.purgeReports),
    hasLogs: owner => store.has(owner) || store.takesOverAt(owner) !== null,
    sendOnPageHide(api, owner) {
      const events = store.oldest(owner, LOG_BATCH).map(log => log.event)
      if (events.length === 0) return
      void api.call('logBatch', { body: { events }, owner, timeout: WRITE_TIMEOUT_MS, keepalive: true })
    },
    async send(api, owner, now, signal) {
      await deliveries
      await serial(() => store.refresh(now))
      const batch = store.oldest(owner, LOG_BATCH)
      const asked = batch.length > 0
      const failure = asked ? await sendBatch(api, owner, batch, signal) : null
      return { asked, failure, next: store.has(owner) ? now : store.takesOverAt(owner) }
    },
  }
}

const REFUSALS = [400, 413, 422]

/** True if our server (see `callsOf`) rejected the event permanently. */
const isRefusal = (failure: Failure): boolean =>
  failure.kind === 'refused' && REFUSALS.includes(failure.status) && classify(failure) === 'needs-you'

const blames = (failure: Failure, at: number): boolean =>
  failure.kind === 'refused' &&
  failure.fields.some(({ path }) => path.split('.', 2).join('.') === `events.${at}`)
