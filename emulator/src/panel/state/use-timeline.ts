import { useMemo, useRef, useState } from 'react'
import { sessionEntry, timelineEntry } from '../api/convert.ts'
import type { LoggedRequest, TimelineEntry } from '../api/types.ts'
import { EMPTY_LOG, merged, reloaded } from './timeline-log.ts'

/** Returns the timeline and the functions that change it. */
export function useTimeline() {
  const [timeline, setTimeline] = useState(EMPTY_LOG)
  const lastSession = useRef<string>(undefined)
  const actions = useMemo(() => {
    const add = (entries: readonly TimelineEntry[]) => setTimeline(before => entries.reduce(merged, before))
    return {
      add,
      /** Adds the requests that the emulator stores. */
      reload: (log: readonly LoggedRequest[]) =>
        setTimeline(before => reloaded(before, log.map(timelineEntry))),
      clear: () => setTimeline(EMPTY_LOG),
      /** Adds a separator when a new session has begun. */
      noteSession: (session: string, scenario: string) => {
        if (lastSession.current !== undefined && lastSession.current !== session)
          add([sessionEntry(scenario)])
        lastSession.current = session
      },
    }
  }, [])
  return { timeline, ...actions }
}
