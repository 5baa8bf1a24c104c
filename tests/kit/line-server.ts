import { createServer } from '#server/server.ts'
import { fakeLine } from './line.ts'

const LINE = 'https://api.line.me'

/** Serves the fake of LINE's hosts on a local port, for servers in other processes. */
export async function lineServer() {
  const line = await fakeLine({ now: () => Date.now() })
  const answer = (request: Request) => {
    const { pathname, search } = new URL(request.url)
    return line.fetch(new Request(LINE + pathname + search, request))
  }
  const { port, close } = await createServer(answer, { port: 0, host: '127.0.0.1' })
  const script = `
    const send = globalThis.fetch
    globalThis.fetch = (input, init) => {
      const request = new Request(input, init)
      if (!request.url.startsWith('${LINE}/')) return send(request)
      return send(new Request(request.url.replace('${LINE}', 'http://127.0.0.1:${port}'), request))
    }`
  return {
    idToken: line.idToken,
    /** Environment variables that make a server process send its requests for LINE to this fake. */
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` },
    close: () => close(0),
  }
}
