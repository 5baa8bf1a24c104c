import { MAX_LOGGED_REQUESTS } from '../limits.ts'
import type { Line } from '../world/line.ts'
import {
  type DroppedRequests,
  hasFailed,
  type LoggedRequest,
  type LoggedSession,
  type RequestLog,
} from './log.ts'

const NOTHING_DROPPED: DroppedRequests = { count: 0, failures: 0 }

export function createRequestLog(line: Pick<Line, 'world' | 'subscribe'>): RequestLog {
  let entries: LoggedRequest[] = []
  let last = 0
  let dropped = NOTHING_DROPPED
  const sessionNow = (): LoggedSession => {
    const { session, scenario } = line.world()
    return { id: session, scenario: scenario.name, at: Date.now() }
  }
  let session = sessionNow()
  let sessions = [session]
  line.subscribe(({ session: id }) => {
    if (id === session.id) return
    session = sessionNow()
    sessions.push(session)
  })
  function drop(over: number): void {
    const failures = entries.slice(0, over).filter(hasFailed).length
    dropped = { count: dropped.count + over, failures: dropped.failures + failures }
    entries = entries.slice(over)
    forgetSessions()
  }
  function forgetSessions(): void {
    const oldest = entries[0]?.at ?? Number.POSITIVE_INFINITY
    const first = sessions.findLastIndex(({ at }) => at <= oldest)
    sessions = sessions.slice(Math.max(first, 0))
  }
  const listeners = new Set<(entry: LoggedRequest) => void>()
  return {
    add(entry) {
      last += 1
      const logged = { id: last, ...entry }
      entries.push(logged)
      if (entries.length > MAX_LOGGED_REQUESTS) drop(entries.length - MAX_LOGGED_REQUESTS)
      for (const listener of [...listeners]) listener(logged)
    },
    list: () => entries,
    timeline: () => ({ requests: entries, sessions, dropped }),
    session: () => session,
    clear() {
      entries = []
      dropped = NOTHING_DROPPED
      forgetSessions()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
