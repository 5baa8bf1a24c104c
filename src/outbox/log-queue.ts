import type { LogEvent } from '#contract/schema/log.ts'
import { isMissingCall } from '#src/domain/missing-call.ts'
import { lazyOnce } from '#src/loading/lazy-once.ts'
import type { Api, Failure, KeyValueStore } from '#src/ports.ts'
import { LOG_BATCH, WRITE_TIMEOUT_MS } from './limits.ts'
import { createLogStore, type LogRecord, type LogStore } from './log-store.ts'
import { createSerial } from './serial.ts'

/** Loaded on demand, because only a server without the call for batches needs it. */
const singles = lazyOnce(() => import('./send-log.ts'))

/**
 * Queue of log events. Each event may be sent several times but counts once, because the server deduplicates by event
 * id. A server that only has the calls of spec S7 has no call for a batch. It then gets one event per call, and counts
 * an event twice if its answer is lost.
 */
export type LogQueue = Pick<LogStore, 'load' | 'add' | 'assignOwner' | 'purge' | 'purgeReports'> & {
  /**
   * Sends one batch of the owner's events. `failure` is null if the batch was sent or there was nothing to
   * send; `more` is true if events remain. If the server rejects a batch, the events that it names are
   * dropped. If the error does not say which events, each event is sent alone to find the faulty one.
   */
  send(
    api: Api,
    owner: string,
    now: number,
    signal: AbortSignal,
  ): Promise<{ failure: Failure | null; more: boolean }>
  /**
   * Sends one batch as a keepalive request, which continues after the page is closed. The response cannot be
   * read any more, so the events stay queued and are sent again. The server ignores repeated event ids.
   */
  sendOnPageHide(api: Api, owner: string): void
  hasLogs(owner: string): boolean
  /**
   * Must be called when another call delivers events. `ids` resolves with the ids of those that the server has: they are
   * deleted, or not stored if that has not happened yet. Until then, `send` waits.
   */
  deliveredBy(ids: Promise<readonly string[]>): void
}

/** Creates the queue. All its methods run one after the other. */
export function createLogQueue(kv: KeyValueStore, visit: string): LogQueue {
  const store = createLogStore(kv, visit)
  const serial = createSerial()
  /** True once the server has turned out not to have the call for batches. */
  let oneByOne = false
  /** Ids of events that another call has delivered. */
  const delivered = new Set<string>()
  let deliveries: Promise<void> = Promise.resolve()

  /** Sends the events one by one, in order, and drops each of them once the server has answered. */
  async function sendEach(
    batch: readonly LogRecord[],
    sendOne: (event: LogEvent) => Promise<Failure | null>,
  ) {
    for (const log of batch) {
      const failure = await sendOne(log.event)
      if (failure !== null && !isRefusal(failure)) return failure
      await serial(() => store.delete([log]))
    }
    return null
  }

  async function sendSingly(api: Api, owner: string, batch: readonly LogRecord[], signal: AbortSignal) {
    const script = await singles().catch(() => null)
    if (script === null) return { kind: 'network' } as const
    return sendEach(batch, event => script.sendLog(api, owner, event, signal))
  }

  async function sendBatch(api: Api, owner: string, batch: readonly LogRecord[], signal: AbortSignal) {
    const post = async (events: readonly LogEvent[]) => {
      const reply = await api.call('logBatch', {
        body: { events: [...events] },
        owner,
        timeout: WRITE_TIMEOUT_MS,
        signal,
      })
      return reply.ok ? null : reply.failure
    }
    const failure = await post(batch.map(log => log.event))
    if (failure !== null && isMissingCall(failure)) {
      const failed = await sendSingly(api, owner, batch, signal)
      // A captive portal may have answered the batch with 404. Only our server answers the call for one event.
      oneByOne = store.oldest(owner, 1)[0] !== batch[0]
      return failed
    }
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
    hasLogs: store.has,
    sendOnPageHide(api, owner) {
      const events = store.oldest(owner, LOG_BATCH).map(log => log.event)
      // Without a call for batches, each of these events would count twice.
      if (events.length === 0 || oneByOne) return
      void api.call('logBatch', { body: { events }, owner, timeout: WRITE_TIMEOUT_MS, keepalive: true })
    },
    async send(api, owner, now, signal) {
      await deliveries
      await serial(() => store.refresh(now))
      const batch = store.oldest(owner, LOG_BATCH)
      if (batch.length === 0) return { failure: null, more: false }
      const failure = await (oneByOne ? sendSingly : sendBatch)(api, owner, batch, signal)
      return { failure, more: failure !== null || store.has(owner) }
    },
  }
}

/** True if the server has read the batch and will never accept it. */
const isRefusal = (failure: Failure): boolean =>
  failure.kind === 'refused' && [400, 413, 422].includes(failure.status)

/** True if the server's error names the event at this position of the batch. */
const blames = (failure: Failure, at: number): boolean =>
  failure.kind === 'refused' &&
  failure.fields.some(({ path }) => path.split('.', 2).join('.') === `events.${at}`)
