import type { LinkClock } from './clock.ts'

export type LinkProfile = {
  readonly name: string
  readonly roundTripMs: number
  /** In each direction, shared by all connections of the phone. */
  readonly bytesPerSecond: number
  /** Share of the segments that are lost, from 0 to 1. */
  readonly loss: number
}

/** Payload of a TCP segment, and the headers of TCP and IP that travel with it, in bytes. */
const SEGMENT = 1460
const HEADERS = 40
/** Number of segments that a new connection may send before the first acknowledgement (RFC 6928). */
const FIRST_WINDOW = 10
/** A sender notices a lost segment after a round trip if this many others follow it (RFC 5681). */
const FOLLOWERS = 3
/** If fewer segments follow, the sender waits this many milliseconds longer to retransmit (the minimum on Linux). */
const TIMEOUT_MS = 200
/** A sender with this many unsent bytes accepts no more for the moment, like a socket's send buffer. */
const SEND_BUFFER = 65_536

export type Stream = {
  /** Sends bytes. Returns false if the sender should wait for `onDrain`. */
  send(bytes: Uint8Array): boolean
  end(): void
  abort(): void
}

type StreamOptions = {
  readonly random: () => number
  readonly onData: (bytes: Uint8Array) => void
  readonly onEnd: () => void
  readonly onDrain: () => void
}

export type Line = {
  open(options: StreamOptions): Stream
  readonly counts: { sent: number; lost: number }
}

type State = StreamOptions & {
  /** Segments that wait to be sent. An empty one ends the stream. */
  readonly queue: Uint8Array[]
  /** Segments in transit, in order. */
  readonly onTheWay: Uint8Array[]
  queuedBytes: number
  blocked: boolean
  inFlight: number
  /** Number of segments that may be in flight (RFC 5681). Doubles per round trip up to `threshold`, then grows by 1. */
  window: number
  threshold: number
  /** The earliest time at which the stream could send its next segment. In milliseconds. */
  readyAt: number
  /** The time at which the last segment is delivered. In milliseconds. */
  lastAt: number
}

/** Creates one direction of a link, which sends one segment at a time. A lost segment delays only its own stream. */
export function createLine({ roundTripMs, bytesPerSecond, loss }: LinkProfile, clock: LinkClock): Line {
  const streams: State[] = []
  const counts = { sent: 0, lost: 0 }
  let freeAt = 0
  let waiting = false

  /** Returns the next stream that may send, and moves it to the end of the queue. */
  function takeTurn(): State | null {
    const index = streams.findIndex(({ queue, inFlight, window }) => queue.length > 0 && inFlight < window)
    const [stream] = index < 0 ? [] : streams.splice(index, 1)
    if (stream) streams.push(stream)
    return stream ?? null
  }

  function pump(): void {
    while (!waiting) {
      if (freeAt > clock.now()) {
        waiting = true
        clock.at(freeAt, () => {
          waiting = false
          pump()
        })
        return
      }
      const stream = takeTurn()
      if (stream === null) return
      transmit(stream)
    }
  }

  function transmit(stream: State): void {
    const segment = stream.queue.shift() ?? new Uint8Array()
    // A timer that fires late must not slow the link down, so the calculation uses the times at which events were due.
    const start = Math.max(freeAt, stream.readyAt)
    const wire = ((segment.length + HEADERS) / bytesPerSecond) * 1000
    let arrives = start + wire + roundTripMs / 2
    freeAt = start + wire
    counts.sent += 1
    let isLost = false
    while (stream.random() < loss) {
      isLost = true
      arrives += wire + roundTripMs + (stream.queue.length >= FOLLOWERS ? 0 : TIMEOUT_MS)
      freeAt += wire
      stream.threshold = Math.max(2, Math.floor(stream.window / 2))
      stream.window = stream.threshold
    }
    if (isLost) counts.lost += 1
    stream.inFlight += 1
    stream.onTheWay.push(segment)
    stream.lastAt = Math.max(stream.lastAt, arrives)
    clock.at(stream.lastAt, () => deliver(stream))
    clock.at(arrives + roundTripMs / 2, () => acknowledge(stream))
    stream.queuedBytes -= segment.length
    if (stream.blocked && stream.queuedBytes < SEND_BUFFER) {
      stream.blocked = false
      stream.onDrain()
    }
  }

  function acknowledge(stream: State): void {
    if (stream.inFlight === stream.window) stream.readyAt = clock.now()
    stream.inFlight -= 1
    stream.window += stream.window < stream.threshold ? 1 : 1 / stream.window
    pump()
  }

  /** Delivers the segments in the order in which they were sent, even if two timers fire in the wrong order. */
  function deliver(stream: State): void {
    const segment = stream.onTheWay.shift()
    if (segment === undefined) return
    if (segment.length > 0) stream.onData(segment)
    else {
      streams.splice(streams.indexOf(stream), 1)
      stream.onEnd()
    }
  }

  function enqueue(stream: State, segment: Uint8Array): void {
    if (stream.queue.length === 0) stream.readyAt = clock.now()
    stream.queue.push(segment)
    stream.queuedBytes += segment.length
  }

  return {
    counts,
    open(options) {
      const stream: State = {
        ...options,
        queue: [],
        onTheWay: [],
        queuedBytes: 0,
        blocked: false,
        inFlight: 0,
        window: FIRST_WINDOW,
        threshold: Number.POSITIVE_INFINITY,
        readyAt: 0,
        lastAt: 0,
      }
      streams.push(stream)
      return {
        send(bytes) {
          for (let from = 0; from < bytes.length; from += SEGMENT)
            enqueue(stream, bytes.subarray(from, from + SEGMENT))
          pump()
          stream.blocked = stream.queuedBytes >= SEND_BUFFER
          return !stream.blocked
        },
        end() {
          enqueue(stream, new Uint8Array())
          pump()
        },
        abort() {
          stream.queue.length = 0
          stream.onTheWay.length = 0
          const index = streams.indexOf(stream)
          if (index >= 0) streams.splice(index, 1)
        },
      }
    },
  }
}
