import type { RequestLog } from '../platform/log.ts'
import type { Line } from '../world/line.ts'

/** How often a comment keeps the stream alive through proxies, milliseconds. */
const HEARTBEAT_MS = 15_000

/**
 * `GET events` (server-sent): `state` {revision, session, scenario} at once and at each change, `entry` for each
 * request or bridge message, `message` for each sent message.
 */
export function eventStream(line: Line, log: RequestLog, signal: AbortSignal | null): Response {
  const encoder = new TextEncoder()
  let stop = () => {}
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (text: string) => controller.enqueue(encoder.encode(text))
      const send = (event: string, data: unknown) => say(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      const sendState = () => {
        const { revision, session, scenario } = line.world()
        send('state', { revision, session, scenario: scenario.name })
      }
      sendState()
      const stopWorld = line.subscribe((_, event) => {
        sendState()
        if (event?.type === 'messages-sent') for (const message of event.messages) send('message', message)
      })
      const stopLog = log.subscribe(entry => send('entry', entry))
      const heartbeat = setInterval(() => say(':\n\n'), HEARTBEAT_MS)
      heartbeat.unref()
      stop = () => {
        stopWorld()
        stopLog()
        clearInterval(heartbeat)
      }
      signal?.addEventListener('abort', () => {
        stop()
        try {
          controller.close()
        } catch {
          // Closed already by the reader.
        }
      })
    },
    cancel: () => stop(),
  })
  return new Response(stream, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
  })
}
