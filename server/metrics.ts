import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { listen } from './listen.ts'
import { logWriterOf } from './store/log-writer.ts'
import type { Db } from './store/tables.ts'

/** Upper bounds of the histogram's buckets, in seconds. */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

/** One answered call: `route` is its name in the contract, never its address, which may name a customer's things. */
type Answered = {
  readonly route: string
  readonly method: string
  readonly status: number
  readonly ms: number
  readonly replayed: boolean
}

/** Figures for monitoring, in Prometheus's text format. None of them names a customer. */
export type Metrics = {
  answered(call: Answered): void
  /** Whether retention forgets nothing because it does not believe the clock. */
  retention(state: { readonly paused: boolean }): void
  text(): Promise<string>
  readonly contentType: string
}

/** The figures of one process: its calls, its queue of log events, and its memory, event loop and garbage. */
export function createMetrics(db: Db): Metrics {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const seconds = new Histogram({
    name: 'campaign_request_seconds',
    help: 'How long calls took, by their name in the contract',
    labelNames: ['route', 'method', 'status'],
    buckets: BUCKETS_S,
    registers,
  })
  const replays = new Counter({
    name: 'campaign_idempotency_replays_total',
    help: 'Calls with a key that were answered with the stored answer',
    labelNames: ['route'],
    registers,
  })
  const paused = new Gauge({
    name: 'campaign_retention_paused',
    help: '1 while retention forgets nothing because the clock is far ahead of its last look',
    registers,
  })
  logFigures(db, registers)
  return {
    answered({ route, method, status, ms, replayed }) {
      seconds.observe({ route, method: known(method), status: String(status) }, ms / 1000)
      if (replayed) replays.inc({ route })
    },
    retention: state => paused.set(state.paused ? 1 : 0),
    text: () => register.metrics(),
    contentType: register.contentType,
  }
}

function logFigures(db: Db, registers: Registry[]): void {
  const writer = logWriterOf(db)
  new Gauge({
    name: 'campaign_log_queue',
    help: 'Calls whose log events wait for the next commit',
    registers,
    collect() {
      this.set(writer.figures().waiting)
    },
  })
  for (const [name, help, value] of [
    ['campaign_log_calls_total', 'Calls that brought log events', () => writer.figures().calls],
    ['campaign_log_commits_total', 'Commits that stored them', () => writer.figures().commits],
  ] as const) {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(value())
      },
    })
  }
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])
/** A caller may send any word as the method: each would be a row of its own for ever. */
const known = (method: string): string => (methods.has(method) ? method : 'other')

/** The address of this machine that no other machine reaches. */
const LOOPBACK = '127.0.0.1'

/** Serves `/metrics` on a port of this machine alone. Rejects with the system's error where the port is taken. */
export async function serveMetrics(metrics: Metrics, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.text().then(
      text => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await listen(server, { port, host: LOOPBACK })
  return server
}
