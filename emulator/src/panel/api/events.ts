import { timelineEntry } from './convert.ts'
import type { LoggedRequest, TimelineEntry } from './types.ts'

/** One thing the event stream told: a new line for the timeline, or that the emulated LINE has changed. */
export type ControlEvent =
  | { readonly type: 'entry'; readonly entry: TimelineEntry }
  | { readonly type: 'changed' }

type Listener = {
  readonly onOpen: () => void
  readonly onLost: () => void
  readonly onEvent: (event: ControlEvent) => void
}

/** Follows `GET events`; the browser reconnects by itself. Returns the way to stop. */
export function subscribeToEvents({ onOpen, onLost, onEvent }: Listener): () => void {
  const stream = new EventSource('/__emulator/api/events')
  stream.onopen = onOpen
  stream.onerror = onLost
  stream.addEventListener('state', () => onEvent({ type: 'changed' }))
  stream.addEventListener('entry', ({ data }: MessageEvent<string>) =>
    onEvent({ type: 'entry', entry: timelineEntry(JSON.parse(data) as LoggedRequest) }),
  )
  return () => stream.close()
}
