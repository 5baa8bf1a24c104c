import { createServer } from 'node:http'
import { isLineHost } from '#emulator/line-hosts.ts'
import { listen } from './listen.ts'

/** Starts a forward proxy that refuses every request. `escaped` lists the LINE hosts that were requested. */
export async function startLineTrap() {
  const escaped: string[] = []
  const record = (host: string) => {
    if (isLineHost(host)) escaped.push(host)
  }
  const server = createServer((incoming, outgoing) => {
    const { url = '' } = incoming
    record(URL.canParse(url) ? new URL(url).hostname : '')
    outgoing.writeHead(502).end()
  })
  server.on('connect', ({ url = '' }, socket) => {
    record(url.replace(/:\d+$/, ''))
    socket.on('error', () => {})
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  const { port, close } = await listen(server)
  return {
    /** `127.0.0.1:{port}`. */
    address: `127.0.0.1:${port}`,
    escaped: (): readonly string[] => escaped,
    /** Returns the LINE hosts that were requested since the last call. */
    takeEscaped: (): readonly string[] => escaped.splice(0),
    close,
  }
}
