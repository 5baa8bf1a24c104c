import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createRules, type Fault } from './fault-rules.ts'
import { listen } from './listen.ts'

/** One request that reached the proxy, and its result. */
type Arrival = {
  readonly method: string
  readonly path: string
  readonly at: number
  readonly key: string | null
  readonly owner: string | null
  readonly bearer: boolean
  readonly fault: Fault['do'] | null
  received: number
  /** Status of the server's response; null if the request was not forwarded or has no response yet. */
  status: number | null
  /** True if the server replayed the response of an earlier request with the same key. */
  replayed: boolean
}

export type FaultOrigin = Awaited<ReturnType<typeof startFaultOrigin>>

/**
 * Starts a reverse proxy that injects faults. It does not reuse connections to the browser, because Chromium retries
 * requests on reused connections.
 */
export async function startFaultOrigin(target: () => number) {
  const rules = createRules()
  const arrivals: Arrival[] = []
  const sockets = new Set<Socket>()
  const agent = new Agent({ keepAlive: true })
  let isDown = false
  let sending = 0

  const http = createServer((incoming, outgoing) => {
    const method = incoming.method ?? 'GET'
    const url = incoming.url ?? '/'
    const fault = rules.strike(method, url)
    const header = (name: string) => (incoming.headers[name] as string | undefined) ?? null
    const arrival: Arrival = {
      method,
      path: url.split('?', 1)[0] ?? url,
      at: Date.now(),
      key: header('idempotency-key'),
      owner: header('x-owner'),
      bearer: header('authorization') !== null,
      fault: fault?.do ?? null,
      received: 0,
      status: null,
      replayed: false,
    }
    arrivals.push(arrival)
    void exchange(arrival, fault, incoming, outgoing).catch(() => incoming.socket.destroy())
  })
  http.on('connection', socket => {
    if (isDown) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  })

  async function exchange(
    arrival: Arrival,
    fault: Fault | null,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> {
    const body: Buffer[] = []
    for await (const chunk of incoming) {
      arrival.received += chunk.length
      body.push(chunk)
      if (fault?.do === 'cut' && arrival.received >= fault.after) return void incoming.socket.destroy()
    }
    const answer = (status: number, type: string, text: string, more: Record<string, string> = {}) =>
      outgoing.writeHead(status, { 'Content-Type': type, Connection: 'close', ...more }).end(text)
    switch (fault?.do) {
      case 'hang':
        return
      case 'reset':
        return void incoming.socket.destroy()
      case 'hold':
        await fault.until
        break
      case 'portal':
        return void answer(200, 'text/html', '<html><body>Free Wi-Fi: please sign in</body></html>')
      case 'status': {
        const retry: Record<string, string> =
          fault.retryAfter === undefined ? {} : { 'Retry-After': `${fault.retryAfter}` }
        const text = JSON.stringify({ error: fault.error, message: 'x', requestId: 'fault-origin' })
        return void answer(fault.status, 'application/json; charset=utf-8', text, retry)
      }
      default:
    }
    const response = await forward(incoming, Buffer.concat(body))
    arrival.status = response.statusCode ?? null
    arrival.replayed = response.headers['idempotency-replayed'] === 'true'
    if (fault?.do === 'drop-reply' || fault?.do === 'hang-reply') {
      response.resume()
      if (fault.do === 'drop-reply') incoming.socket.destroy()
      return
    }
    const kept = fault?.do === 'no-store' ? { 'cache-control': 'no-store' } : {}
    const headers = { ...response.headers, ...kept, connection: 'close' }
    outgoing.writeHead(response.statusCode ?? 502, headers)
    if (fault?.do === 'cut-reply' || fault?.do === 'stall-reply') return sendStart(response, outgoing, fault)
    const isStream = response.headers['content-type']?.startsWith('text/event-stream') ?? false
    if (!isStream) sending += 1
    try {
      for await (const chunk of response)
        if (fault?.do !== 'slow') outgoing.write(chunk)
        else await trickle(outgoing, chunk as Buffer, fault.bytesPerSecond)
      outgoing.end()
    } finally {
      if (!isStream) sending -= 1
    }
  }

  function forward(incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { method, url, headers } = incoming
      const options = { host: '127.0.0.1', port: target(), method, path: url, headers, agent }
      // The connection to the browser closes after each response; the connection to the server stays open.
      request({ ...options, headers: { ...headers, connection: 'keep-alive' } }, resolve)
        .on('error', reject)
        .end(body)
    })
  }

  const { port, close } = await listen(http)
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://localhost:${port}`,
    /** Injects a fault into matching requests. Call the returned function to remove the fault. */
    break: rules.add,
    heal: rules.clear,
    /** Closes all connections and refuses new ones. */
    down() {
      isDown = true
      cut()
    },
    up() {
      isDown = false
    },
    arrivals,
    /** Number of responses being sent, not counting hanging responses and the emulator's event stream. */
    sending: () => sending,
    of: (method: string, path: string | RegExp): readonly Arrival[] =>
      arrivals.filter(one => {
        const fits = typeof path === 'string' ? one.path === path : path.test(one.path)
        return one.method === method && fits
      }),
    async close() {
      cut()
      agent.destroy()
      await close()
    },
  }
}

/** Sends the first bytes of a response, and then closes the connection or sends nothing more. */
async function sendStart(
  response: IncomingMessage,
  outgoing: ServerResponse,
  fault: Extract<Fault, { do: 'cut-reply' | 'stall-reply' }>,
): Promise<void> {
  const parts: Buffer[] = []
  for await (const chunk of response) parts.push(chunk)
  outgoing.write(Buffer.concat(parts).subarray(0, fault.after), () => {
    // The delay lets the browser read the bytes first. The emulator's script, which stands for something built into a
    // real phone, makes the browser wait before it reads them.
    if (fault.do === 'cut-reply') setTimeout(() => outgoing.destroy(), 1000)
  })
}

/** Sends a chunk at a limited rate, in ten parts per second, until the chunk is complete or the client disconnects. */
async function trickle(outgoing: ServerResponse, chunk: Buffer, bytesPerSecond: number): Promise<void> {
  const step = Math.max(1, Math.round(bytesPerSecond / 10))
  for (let at = 0; at < chunk.length && !outgoing.destroyed; at += step) {
    outgoing.write(chunk.subarray(at, at + step))
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
