import * as v from 'valibot'
import { uuid } from '#contract/schema/common.ts'
import { type LogEvent, logEvent } from '#contract/schema/log.ts'
import { isMissingCall } from '#src/domain/missing-call.ts'
import { lazyOnce } from '#src/loading/lazy-once.ts'
import type { Api, Failure, KeyValueStore } from '#src/ports.ts'
import { LOGS, logKey } from '#src/storage/keys.ts'
import {
  LOG_BATCH,
  LOG_BATCH_BYTES,
  LOG_MAX_AGE_MS,
  LOG_ORPHAN_AGE_MS,
  MAX_LOGS,
  WRITE_TIMEOUT_MS,
} from './limits.ts'
import { createSerial } from './serial.ts'

/** Loaded on demand, because only a server without the call for batches needs it. */
const singles = lazyOnce(() => import('./send-log.ts'))

/**
 * A stored log event. `owner` is null for an event from before sign-in. Such an event is only assigned to a
 * customer who signs in during the same visit, which `visit` identifies.
 */
const logSchema = v.object({
  v: v.literal(1),
  owner: v.nullable(uuid),
  visit: v.string(),
  createdAt: v.number(),
  event: logEvent,
})
type LogRecord = v.InferOutput<typeof logSchema>

/**
 * Queue of log events. A page sends its own events, and events that another page has stored but not sent for a
 * minute, because that page was probably closed. Each event may be sent several times but counts once, because
 * the server deduplicates by event id. Old events and events over the limit are dropped on purpose.
 *
 * A server that only has the calls of spec S7 has no call for a batch. It then gets one event per call, and counts an
 * event twice if its answer is lost.
 */
export type LogQueue = {
  load(now: number): Promise<void>
  add(event: LogEvent, owner: string | null, now: number): Promise<void>
  /** Assigns the events that this visit logged before sign-in to the customer who signed in. */
  assignOwner(owner: string): Promise<void>
  /**
   * Sends one batch of the owner's events. `failure` is null if the batch was sent or there was nothing to
   * send; `more` is true if events remain. If the server rejects a batch, the events that it names are
   * dropped. If it names none, smaller batches are sent to find the faulty event.
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
  purge(owner: string): Promise<void>
}

export function createLogQueue(kv: KeyValueStore, visit: string): LogQueue {
  let logs = new Map<string, LogRecord>()
  const serial = createSerial()
  /** Ids of the events that this page has added, or assigned to their owner. */
  const own = new Set<string>()
  /** When to look again for events that another page has left behind; null if no other page has events. */
  let orphanAt: number | null = null
  /** True once the server has turned out not to have the call for batches. */
  let oneByOne = false
  const idOf = (log: LogRecord) => log.event.eventId
  /** Ids of events that the phone could not store. They are still sent while the page is open. */
  const unsaved = new Set<string>()
  const save = (added: readonly LogRecord[]) =>
    kv.set(added.map(log => [logKey(idOf(log)), log])).catch(() => {
      for (const log of added) unsaved.add(idOf(log))
    })
  const drop = async (removed: readonly LogRecord[]) => {
    for (const log of removed) {
      logs.delete(idOf(log))
      own.delete(idOf(log))
    }
    if (removed.length > 0) await kv.delete(removed.map(log => logKey(idOf(log)))).catch(() => undefined)
  }
  /** Maximum number of events in the next batch. Reduced while searching for a rejected event. */
  let size = LOG_BATCH

  /** Returns the owner's oldest events that fit into one call, at most `most`. */
  function batchOf(owner: string, most: number): LogRecord[] {
    const batch: LogRecord[] = []
    let bytes = 0
    for (const log of logs.values()) {
      if (log.owner !== owner) continue
      bytes += bytesOf(log)
      if (batch.length === most || (batch.length > 0 && bytes > LOG_BATCH_BYTES)) break
      batch.push(log)
    }
    return batch
  }

  /**
   * Drops the events that the server named. If it named none, halves the batch size for the next attempt; if
   * the batch was a single event, drops that event.
   */
  async function handleRefusedBatch(batch: readonly LogRecord[], failure: Failure) {
    const named = batch.filter((_, i) => blames(failure, i))
    if (named.length > 0) return drop(named)
    if (batch.length === 1) return drop(batch)
    size = Math.ceil(batch.length / 2)
  }

  /** True for this page's events and for those that another page has left behind. The phone's clock may be set back. */
  const isDue = (log: LogRecord, now: number) =>
    own.has(idOf(log)) ||
    (log.visit === visit && log.owner === null) ||
    Math.abs(now - log.createdAt) >= LOG_ORPHAN_AGE_MS

  /** Deletes old events. Looks again for events of other pages, which may have sent theirs. */
  async function refresh(now: number) {
    const others = [...logs.keys()].some(id => !own.has(id))
    if (others || (orphanAt ?? now + 1) <= now) await load(now)
    else await drop([...logs.values()].filter(tooOld(now)))
  }

  const tooOld = (now: number) => (log: LogRecord) => now - log.createdAt > LOG_MAX_AGE_MS

  async function load(now: number) {
    const broken: string[] = []
    const found = new Map<string, LogRecord>()
    orphanAt = null
    for (const [key, value] of await kv.entries(LOGS)) {
      const parsed = v.safeParse(logSchema, value)
      if (!parsed.success) broken.push(key)
      else if (isDue(parsed.output, now)) found.set(idOf(parsed.output), parsed.output)
      else orphanAt = now + LOG_ORPHAN_AGE_MS
    }
    const kept = [...logs].filter(([id]) => unsaved.has(id) || !kv.durable())
    logs = new Map([...found, ...kept])
    if (broken.length > 0) await kv.delete(broken)
    await drop([...logs.values()].filter(tooOld(now)))
  }

  async function add(event: LogEvent, owner: string | null, now: number) {
    const log: LogRecord = { v: 1, owner, visit, createdAt: now, event }
    logs.set(idOf(log), log)
    own.add(idOf(log))
    await save([log])
    await drop([...logs.values()].slice(0, Math.max(0, logs.size - MAX_LOGS)))
  }

  async function assignOwner(owner: string) {
    const adopted = [...logs.values()]
      .filter(log => log.owner === null && log.visit === visit)
      .map(log => ({ ...log, owner }))
    for (const log of adopted) {
      logs.set(idOf(log), log)
      own.add(idOf(log))
    }
    if (adopted.length > 0) await save(adopted)
  }

  /** Deletes all events of a customer, also those that another page has just stored. */
  async function purge(owner: string) {
    await drop([...logs.values()].filter(log => log.owner === owner))
    const stored = await kv.entries(LOGS)
    const keys = stored.flatMap(([key, value]) =>
      v.is(logSchema, value) && value.owner === owner ? [key] : [],
    )
    if (keys.length > 0) await kv.delete(keys)
  }

  async function sendBatch(api: Api, owner: string, batch: readonly LogRecord[], signal: AbortSignal) {
    const body = { events: batch.map(log => log.event) }
    const reply = await api.call('logBatch', { body, owner, timeout: WRITE_TIMEOUT_MS, signal })
    if (reply.ok) {
      // The server deduplicates by event id, so any valid response acknowledges the batch.
      await serial(() => drop(batch))
      size = Math.min(LOG_BATCH, size * 2)
      return null
    }
    const { failure } = reply
    if (isMissingCall(failure)) return sendSingly(api, owner, batch, signal)
    if (!isRefusal(failure)) return failure
    await serial(() => handleRefusedBatch(batch, failure))
    return null
  }

  /** Sends the events one by one, in order, and drops each of them once the server has answered. */
  async function sendSingly(api: Api, owner: string, batch: readonly LogRecord[], signal: AbortSignal) {
    const script = await singles().catch(() => null)
    if (script === null) return { kind: 'network' } as const
    for (const log of batch) {
      const failure = await script.sendLog(api, owner, log.event, signal)
      if (failure !== null && !isRefusal(failure)) return failure
      oneByOne = true
      await serial(() => drop([log]))
    }
    return null
  }

  const hasLogs = (owner: string) => [...logs.values()].some(log => log.owner === owner)

  return {
    load: now => serial(() => load(now)),
    add: (event, owner, now) => serial(() => add(event, owner, now)),
    assignOwner: owner => serial(() => assignOwner(owner)),
    hasLogs,
    purge: owner => serial(() => purge(owner)),
    sendOnPageHide(api, owner) {
      const events = batchOf(owner, LOG_BATCH).map(log => log.event)
      // Without a call for batches, each of these events would count twice.
      if (events.length === 0 || oneByOne) return
      void api.call('logBatch', { body: { events }, owner, timeout: WRITE_TIMEOUT_MS, keepalive: true })
    },
    async send(api, owner, now, signal) {
      await serial(() => refresh(now))
      const batch = batchOf(owner, size)
      if (batch.length === 0) return { failure: null, more: false }
      const failure = await (oneByOne
        ? sendSingly(api, owner, batch, signal)
        : sendBatch(api, owner, batch, signal))
      return { failure, more: failure !== null || hasLogs(owner) }
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

const bytesOf = (log: LogRecord): number => new TextEncoder().encode(JSON.stringify(log.event)).length + 1
