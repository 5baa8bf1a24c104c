import { phoneState } from '../page-config.ts'
import type { RequestLog } from '../platform/log.ts'
import type { Line } from '../world/line.ts'
import type { Phases } from './phases.ts'

/** Interval of keep-alive comments. Proxies close streams that are silent for longer. */
const HEARTBEAT_MS = 15_000

/**
 * Streams server-sent events: `state` at the start and after each change, `entry` for each request or bridge message,
 * `message` for each message from a user, and `phase` after each applied phase.
 */
export function eventStream(
  { line, log, phases }: { readonly line: Line; readonly log: RequestLog; readonly phases: Phases },
  signal: AbortSignal | null,
): Response {
  const encoder = new TextEncoder()
  let stop = () => {}
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => controller.enqueue(encoder.encode(text))
      const send = (event: string, data: unknown) =>
        write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      const sendState = () => {
        const { revision, session, scenario, killed } = line.world()
        const killedAt = killed[scenario.user] ?? 0
        const known = { revision, session, startedAt: log.session().at, killedAt }
        send('state', { ...known, scenario: scenario.name, phone: phoneState(scenario) })
      }
      sendState()
      const stopWorld = line.subscribe((_, event) => {
        sendState()
        if (event?.type === 'messages-sent') for (const message of event.messages) send('message', message)
      })
      const stopLog = log.subscribe(entry => send('entry', entry))
      const stopPhases = phases.subscribe(id => send('phase', { id }))
      const heartbeat = setInterval(() => write(':\n\n'), HEARTBEAT_MS)
      heartbeat.unref()
      stop = () => {
        stopWorld()
        stopLog()
        stopPhases()
        clearInterval(heartbeat)
      }
      signal?.addEventListener('abort', () => {
        stop()
        try {
          controller.close()
        } catch {
          // The client has already closed the stream.
        }
      })
    },
    cancel: () => stop(),
  })
  return new Response(stream, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
  })
}
