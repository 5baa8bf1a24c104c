import { connect, type Socket } from 'node:net'

type Sender = { readonly customerId: string; readonly token: string }

/** The result of one period of load. Times in milliseconds. */
export type Stretch = {
  readonly answered: number
  readonly refused: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

/** Returns a raw request that logs a page view. `n` must be unique: the event's id contains it. */
function requestOf({ customerId, token }: Sender, n: number): string {
  const tail = n.toString(16).padStart(12, '0')
  const body = `{"customerId":"${customerId}","path":"/receipt","eventId":"01930000-0000-7000-8000-${tail}"}`
  return `POST /api/logpageview HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

let sent = Math.floor(Math.random() * 2 ** 40)

/** Sends page views over several raw sockets, because an HTTP client would use more CPU than the server. */
export async function stretch(
  port: number,
  senders: readonly Sender[],
  { connections, ms }: { connections: number; ms: number },
): Promise<Stretch> {
  const times: number[] = []
  let refused = 0
  let turn = 0
  const begun = performance.now()
  const end = begun + ms

  const drive = (socket: Socket): Promise<void> =>
    new Promise((resolve, reject) => {
      let at = 0
      const send = () => {
        const sender = senders[turn % senders.length]
        if (!sender) return reject(new Error('the list of senders is empty'))
        turn += 1
        sent += 1
        at = performance.now()
        socket.write(requestOf(sender, sent))
      }
      socket.on('data', data => {
        // A response is one small packet whose tenth byte is the first digit of the status.
        if (data[9] === 0x32) times.push(performance.now() - at)
        else refused += 1
        if (performance.now() < end) send()
        else socket.end()
      })
      socket.on('error', reject)
      socket.on('close', () => resolve())
      send()
    })

  const sockets = await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect(port, '127.0.0.1', () => resolve(socket))
          socket.setNoDelay(true)
          socket.once('error', reject)
        }),
    ),
  )
  await Promise.all(sockets.map(drive))
  const seconds = (performance.now() - begun) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { answered: times.length, refused, perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99) }
}
