import * as v from 'valibot'
import { isRecent } from '#contract/recent.ts'
import { uuid } from '#contract/schema/common.ts'
import { type LogEvent, logEvent } from '#contract/schema/log.ts'
import type { KeyValueStore } from '#src/ports.ts'
import { LOGS, logKey } from '#src/storage/keys.ts'
import { LOG_BATCH_BYTES, LOG_MAX_AGE_MS, LOG_ORPHAN_AGE_MS, MAX_LOGS } from './limits.ts'

/** An event logged before sign-in is assigned to a customer only during the same `visit`. */
const logSchema = v.object({
  v: v.literal(1),
  owner: v.nullable(uuid),
  visit: v.string(),
  createdAt: v.number(),
  event: logEvent,
})
export type LogRecord = v.InferOutput<typeof logSchema>

/**
 * Stores the events of this visit, and those that another page probably left behind. Drops old events and, above the
 * limit, the oldest ones. Decision 053 explains why events are not in the job store.
 */
export type LogStore = {
  load(now: number): Promise<void>
  refresh(now: number): Promise<void>
  add(event: LogEvent, owner: string | null, now: number): Promise<void>
  assignOwner(owner: string): Promise<void>
  oldest(owner: string, most: number): LogRecord[]
  has(owner: string): boolean
  /** When this page may send other pages' events (milliseconds since 1970), or null if there are none. */
  takesOverAt(owner: string): number | null
  delete(logs: readonly LogRecord[]): Promise<void>
  deleteIds(ids: readonly string[]): Promise<void>
  purge(owner: string): Promise<void>
  purgeReports(): Promise<void>
}

export function createLogStore(kv: KeyValueStore, visit: string): LogStore {
  let logs = new Map<string, LogRecord>()
  const own = new Set<string>()
  /** Events that could not be stored, which are sent while the page is open. */
  const unsaved = new Set<string>()
  let foreign: readonly LogRecord[] = []

  const isDue = (log: LogRecord, now: number) =>
    log.visit === visit || !isRecent(log.createdAt, now, LOG_ORPHAN_AGE_MS)

  const takeOver = (logs: readonly LogRecord[]) =>
    logs.length === 0 ? null : Math.min(...logs.map(log => log.createdAt + LOG_ORPHAN_AGE_MS))

  async function put(added: readonly LogRecord[]) {
    for (const log of added) {
      logs.set(idOf(log), log)
      own.add(idOf(log))
    }
    await kv
      .set(added.map(log => [logKey(idOf(log)), log]))
      .catch(() => added.forEach(log => void unsaved.add(idOf(log))))
  }

  async function remove(removed: readonly LogRecord[]) {
    for (const log of removed) {
      logs.delete(idOf(log))
      own.delete(idOf(log))
    }
    if (removed.length > 0) await kv.delete(removed.map(log => logKey(idOf(log)))).catch(() => undefined)
  }

  async function load(now: number) {
    const broken: string[] = []
    const found = new Map<string, LogRecord>()
    const recent: LogRecord[] = []
    for (const [key, value] of await kv.entries(LOGS)) {
      const parsed = v.safeParse(logSchema, value)
      if (!parsed.success) broken.push(key)
      else if (isDue(parsed.output, now)) found.set(idOf(parsed.output), parsed.output)
      else recent.push(parsed.output)
    }
    foreign = recent
    const kept = [...logs].filter(([id]) => unsaved.has(id) || !kv.durable())
    logs = new Map([...found, ...kept])
    if (broken.length > 0) await kv.delete(broken)
    await remove([...logs.values()].filter(tooOld(now)))
  }

  async function purgeWhere(isGone: (log: LogRecord) => boolean) {
    await remove([...logs.values()].filter(isGone))
    const stored = await kv.entries(LOGS)
    const keys = stored.flatMap(([key, value]) => (v.is(logSchema, value) && isGone(value) ? [key] : []))
    if (keys.length > 0) await kv.delete(keys)
  }

  return {
    load,
    async refresh(now) {
      const others = [...logs.keys()].some(id => !own.has(id))
      if (others || foreign.some(log => isDue(log, now))) await load(now)
      else await remove([...logs.values()].filter(tooOld(now)))
    },
    async add(event, owner, now) {
      await put([{ v: 1, owner, visit, createdAt: now, event }])
      await remove([...logs.values()].slice(0, Math.max(0, logs.size - MAX_LOGS)))
    },
    async assignOwner(owner) {
      const adopted = [...logs.values()].filter(log => log.owner === null && log.visit === visit)
      if (adopted.length > 0) await put(adopted.map(log => ({ ...log, owner })))
    },
    oldest(owner, most) {
      let bytes = 0
      const mine = [...logs.values()].filter(log => log.owner === owner).slice(0, most)
      return mine.filter((log, i) => {
        bytes += bytesOf(log)
        return i === 0 || bytes <= LOG_BATCH_BYTES
      })
    },
    takesOverAt: owner => takeOver(foreign.filter(log => log.owner === owner)),
    has: owner => [...logs.values()].some(log => log.owner === owner),
    delete: remove,
    deleteIds: ids => remove([...logs.values()].filter(log => ids.includes(idOf(log)))),
    purge: owner => purgeWhere(log => log.owner === owner),
    purgeReports: () => purgeWhere(log => log.event.kind === 'report'),
  }
}

const idOf = (log: LogRecord): string => log.event.eventId

const tooOld = (now: number) => (log: LogRecord) => !isRecent(log.createdAt, now, LOG_MAX_AGE_MS)

const bytesOf = (log: LogRecord): number => new TextEncoder().encode(JSON.stringify(log.event)).length + 1
