import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type ErrorCode, errorCodes } from '#contract/errors.ts'
import { type AddressProbes, createAddressProbes } from './address-probes.ts'
import { createDeskMetrics, type DeskMetrics } from './desk-metrics.ts'
import { listen } from './listen.ts'
import { createMessageMetrics } from './message-queue/message-metrics.ts'
import { createNoticeMetrics } from './message-queue/notice-counts.ts'
import { createPhoneMetrics } from './phones/phone-metrics.ts'
import { logWriterOf } from './store/log-writer.ts'
import type { Db } from './store/tables.ts'

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

/** `route` is the call's name in the contract, because the URL may contain a customer's ids. */
type Answered = {
  readonly route: string
  readonly method: string
  readonly status: number
  readonly ms: number
  readonly replayed: boolean
}

/** The metrics must not contain customer data. */
export type Metrics = {
  answered(call: Answered): void
  /** Retention is paused if the clock has jumped ahead. */
  retention(state: { readonly paused: boolean }): void
  /** Counts sign-ins with a LINE token that has already opened a session. */
  tokenReused(): void
  refused(code: ErrorCode): void
  readonly desk: DeskMetrics
  readonly probes: AddressProbes
  text(): Promise<string>
  readonly contentType: string
}

export function createMetrics(db: Db, now = Date.now): Metrics {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const seconds = new Histogram({
    name: 'campaign_request_seconds',
    help: 'Duration of calls in seconds, by route name in the contract',
    labelNames: ['route', 'method', 'status'],
    buckets: BUCKETS_S,
    registers,
  })
  const replays = new Counter({
    name: 'campaign_idempotency_replays_total',
    help: 'Calls with an idempotency key that were answered with the stored answer',
    labelNames: ['route'],
    registers,
  })
  const paused = new Gauge({
    name: 'campaign_retention_paused',
    help: '1 while retention deletes nothing because the clock is far ahead of its last run',
    registers,
  })
  const reused = new Counter({
    name: 'campaign_line_token_reuses_total',
    help: 'Sign-ins with a LINE token that has opened a session before',
    registers,
  })
  const refusals = new Counter({
    name: 'campaign_refusals_total',
    help: 'Refused and failed calls, by error code',
    labelNames: ['code'],
    registers,
  })
  // Counters start at 0, because Prometheus cannot tell a first rejection from a new series.
  for (const code of errorCodes) refusals.inc({ code }, 0)
  createLogMetrics(db, registers)
  createMessageMetrics(db, registers, now)
  createNoticeMetrics(db, registers)
  createPhoneMetrics(db, registers, now)
  return {
    answered({ route, method, status, ms, replayed }) {
      seconds.observe({ route, method: methodLabel(method), status: String(status) }, ms / 1000)
      if (replayed) replays.inc({ route })
    },
    retention: state => paused.set(state.paused ? 1 : 0),
    tokenReused: () => reused.inc(),
    refused: code => refusals.inc({ code }),
    desk: createDeskMetrics(db, registers),
    probes: createAddressProbes(),
    text: () => register.metrics(),
    contentType: register.contentType,
  }
}

function createLogMetrics(db: Db, registers: Registry[]): void {
  const writer = logWriterOf(db)
  new Gauge({
    name: 'campaign_log_queue',
    help: 'Calls whose log events are waiting for the next commit',
    registers,
    collect() {
      this.set(writer.stats().waiting)
    },
  })
  for (const [name, help, value] of [
    ['campaign_log_calls_total', 'Calls with log events', () => writer.stats().calls],
    ['campaign_log_commits_total', 'Commits that stored log events', () => writer.stats().commits],
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
/** A client can send any method name, and each would add a time series. */
const methodLabel = (method: string): string => (methods.has(method) ? method : 'other')

const LOOPBACK = '127.0.0.1'

const PROBES = '/probes/'

/** Serves `/metrics` and `/probes/ID` on the loopback interface. Rejects if the port is in use. */
export async function serveMetrics(metrics: Metrics, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const arrival =
      request.method === 'GET' && request.url?.startsWith(PROBES)
        ? metrics.probes.arrivalOf(request.url.slice(PROBES.length))
        : null
    if (arrival) {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(arrival))
      return
    }
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
