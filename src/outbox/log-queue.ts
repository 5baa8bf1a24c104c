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
 * Queue of log events. Each event may be sent several times but counts once, because the server deduplicates by event
 * id. A server that only has the calls of spec S7 has no call for a batch. It then gets one event per call, and counts
 * an event twice if its answer is lost.
 */
export type LogQueue = Pick<LogStore, 'load' | 'add' | 'assignOwner' | 'purge' | 'purgeReports'> & {
  /**
   * Sends one batch of the owner's events. `asked` is false if there was nothing to send. `next` says when to send again
   * (milliseconds since 1970; null if no events remain): at once, or when another page has had its time to send its own.
   * If the server rejects a batch, the events that it names are dropped. If the error does not say which events, each
   * event is sent alone to find the faulty one. A rejection without a proof that our server wrote it drops nothing.
   */
  send(
    api: Api,
    owner: string,
    now: number,
    signal: AbortSignal,
  ): Promise<{ asked: boolean; failure: Failure | null; next: number | null }>
  /**
   * Sends one batch as a keepalive request, which continues after the page is closed. The response cannot be
   * read any more, so the events stay queued and are sent again. The server ignores repeated event ids.
   */
  sendOnPageHide(api: Api, owner: string): void
  /** True if events of the owner wait on this phone, also those that another page may still send itself. */
  hasLogs(owner: string): boolean
  /**
   * Must be called when another call delivers events. `ids` resolves with the ids of those that the server has: they are
   * deleted, or not stored if that has not happened yet. Until then, `send` waits.
   */
  deliveredBy(ids: Promise<readonly string[]>): void
}

/** Creates the queue. All its methods run one after the other. */
export function createLogQueue(kv: KeyValueStore, { uuid }: Pick<Ids, 'uuid'>, visit: string): LogQueue {
  const store = createLogStore(kv, visit)
  const serial = createSerial()
  /** Ids of events that another call has delivered. */
  const delivered = new Set<string>()
  let deliveries: Promise<void> = Promise.resolve()

  /** Returns the function that makes one call, with a key of its own: the server repeats it in a refusal. */
  const callOf = (api: Api) => callsOf(api, { id: uuid() })

  /**
   * Sends the events one by one, in order, and drops each of them once the server has answered. An event that something
   * else refuses waits, and the others do not wait for it.
   */
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
    // A gateway may have answered. Our server would count an event of a lost batch again if it came without its id.
    if (failure !== null && isMissingCall(failure) && (await knowsNoKeys(api, owner, signal)))
      return sendEach(batch, event => sendLog(callOf(api), owner, event, signal))
    if (failure !== null && !isRefusal(failure)) return failure
    // The server deduplicates by event id, so any valid response acknowledges the batch.
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

/** Statuses that say something about the contents of a request. */
const REFUSALS = [400, 413, 422]

/** True if the server has read the batch and will never accept it. `callsOf` has checked that it is our server. */
const isRefusal = (failure: Failure): boolean =>
  failure.kind === 'refused' && REFUSALS.includes(failure.status) && classify(failure) === 'needs-you'

/** True if the server's error names the event at this position of the batch. */
const blames = (failure: Failure, at: number): boolean =>
  failure.kind === 'refused' &&
  failure.fields.some(({ path }) => path.split('.', 2).join('.') === `events.${at}`)
