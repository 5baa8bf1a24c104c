import { useMemo, useRef, useState } from 'react'
import { sessionEntry } from '../api/convert.ts'
import type { LoggedSession, StoredTimeline, TimelineEntry } from '../api/types.ts'
import { EMPTY_LOG, merged, reloaded } from './timeline-log.ts'

export function useTimeline() {
  const [timeline, setTimeline] = useState(EMPTY_LOG)
  const lastSession = useRef<string>(undefined)
  const actions = useMemo(() => {
    const add = (entries: readonly TimelineEntry[]) => setTimeline(before => entries.reduce(merged, before))
    return {
      add,
      reload: (stored: StoredTimeline) => setTimeline(before => reloaded(before, stored)),
      clear: () => setTimeline(EMPTY_LOG),
      noteSession: (session: LoggedSession) => {
        if (lastSession.current !== undefined && lastSession.current !== session.id)
          add([sessionEntry(session)])
        lastSession.current = session.id
      },
    }
  }, [])
  return { timeline, ...actions }
}
