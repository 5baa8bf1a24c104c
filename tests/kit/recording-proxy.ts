import { createServer } from 'node:http'
import { isLineHost } from '#emulator/line-hosts.ts'
import { listen } from './listen.ts'

/** An HTTP proxy for a test's browser. It forwards nothing, and records the requests that would leave for LINE. */
export type RecordingProxy = {
  /** `127.0.0.1:{port}`. */
  readonly address: string
  /** Hosts of LINE that the browser tried to reach since the last call. */
  readonly takeLeft: () => readonly string[]
  readonly close: () => Promise<void>
}

export async function startRecordingProxy(): Promise<RecordingProxy> {
  let left: string[] = []
  const record = (host: string) => {
    if (isLineHost(host)) left.push(host)
  }
  const server = createServer((request, response) => {
    record(new URL(request.url ?? '', 'http://unknown').hostname)
    response.writeHead(502).end()
  })
  server.on('connect', (request, socket) => {
    record((request.url ?? '').split(':')[0] ?? '')
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  const { port, close } = await listen(server)
  return {
    address: `127.0.0.1:${port}`,
    takeLeft() {
      const taken = left
      left = []
      return taken
    },
    close,
  }
}
