import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { seededRandom } from '#tests/kit/random.ts'
import { realClock } from './clock.ts'
import { createLine, type Line, type LinkProfile } from './line.ts'

/** Opens a TCP proxy to a local port. All its connections share one link. */
export async function openProxy(profile: LinkProfile, target: number) {
  const toServer = createLine(profile, realClock)
  const toPhone = createLine(profile, realClock)
  let seed = 0
  let connections = 0

  function accept(phone: Socket): void {
    connections += 1
    const server = connect(target, '127.0.0.1')
    for (const socket of [phone, server]) {
      socket.setNoDelay(true)
      socket.on('error', () => {
        phone.destroy()
        server.destroy()
      })
    }
    const numbers = seed * 1000 + connections * 2
    join(phone, server, toServer, seededRandom(numbers))
    join(server, phone, toPhone, seededRandom(numbers + 1))
    // Local connections open at once. On the link, the first bytes arrive a round trip later.
    phone.pause()
    realClock.at(realClock.now() + profile.roundTripMs, () => phone.resume())
  }

  const listener = createServer({ allowHalfOpen: true }, accept)
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    /** Begins a visit. With the same seed, the same segments of each connection are lost. */
    start(visitSeed: number) {
      seed = visitSeed
      connections = 0
    },
    close: () => new Promise<unknown>(resolve => listener.close(resolve)),
  }
}

function join(from: Socket, to: Socket, line: Line, random: () => number): void {
  const stream = line.open({
    random,
    onData: bytes => void (to.writable && to.write(bytes)),
    onEnd: () => to.end(),
    onDrain: () => from.resume(),
  })
  from.on('data', bytes => {
    if (!stream.send(bytes)) from.pause()
  })
  let ended = false
  from.on('end', () => {
    ended = true
    stream.end()
  })
  from.on('close', () => {
    if (!ended) stream.abort()
  })
}
