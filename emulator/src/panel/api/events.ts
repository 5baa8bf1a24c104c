import { timelineEntry } from './convert.ts'
import type { LoggedRequest, LoggedSession, TimelineEntry } from './types.ts'

export type ControlEvent =
  | { readonly type: 'entry'; readonly entry: TimelineEntry }
  | { readonly type: 'changed'; readonly session: LoggedSession }
  | { readonly type: 'phase' }

type StateEvent = { readonly session: string; readonly startedAt: number; readonly scenario: string }

type Listener = {
  readonly onOpen: () => void
  readonly onLost: () => void
  readonly onEvent: (event: ControlEvent) => void
}

/** Subscribes to `GET events` and returns a function that unsubscribes. The browser reconnects automatically. */
export function subscribeToEvents({ onOpen, onLost, onEvent }: Listener): () => void {
  const stream = new EventSource('/__emulator/api/events')
  stream.onopen = onOpen
  stream.onerror = onLost
  stream.addEventListener('state', ({ data }: MessageEvent<string>) => {
    const { session: id, startedAt: at, scenario } = JSON.parse(data) as StateEvent
    onEvent({ type: 'changed', session: { id, scenario, at } })
  })
  stream.addEventListener('phase', () => onEvent({ type: 'phase' }))
  stream.addEventListener('entry', ({ data }: MessageEvent<string>) =>
    onEvent({ type: 'entry', entry: timelineEntry(JSON.parse(data) as LoggedRequest) }),
  )
  return () => stream.close()
}
