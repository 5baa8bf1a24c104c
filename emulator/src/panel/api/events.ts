import { timelineEntry } from './convert.ts'
import type { LoggedRequest, LoggedSession, TimelineEntry } from './types.ts'

type StateEvent = { readonly session: string; readonly startedAt: number; readonly scenario: string }

type Listener = {
  readonly onOpen: () => void
  readonly onLost: () => void
  readonly onEntry: (entry: TimelineEntry) => void
  /** Called after each change of the emulated LINE, with the current session. */
  readonly onChange: (session: LoggedSession) => void
  /** Called after a program has applied a phase. */
  readonly onPhase: () => void
}

/** Subscribes to `GET events` and returns a function that unsubscribes. The browser reconnects automatically. */
export function subscribeToEvents(listener: Listener): () => void {
  const stream = new EventSource('/__emulator/api/events')
  stream.onopen = listener.onOpen
  stream.onerror = listener.onLost
  stream.addEventListener('state', ({ data }: MessageEvent<string>) => {
    const { session: id, startedAt: at, scenario } = JSON.parse(data) as StateEvent
    listener.onChange({ id, scenario, at })
  })
  stream.addEventListener('phase', listener.onPhase)
  stream.addEventListener('entry', ({ data }: MessageEvent<string>) =>
    listener.onEntry(timelineEntry(JSON.parse(data) as LoggedRequest)),
  )
  return () => stream.close()
}
