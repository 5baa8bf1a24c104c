import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chatHours } from '#campaign/chat-texts.ts'
import { startKeepingHeads } from './audit/keep-heads.ts'
import { type DeskSettings, readSettings, type ServeSettings } from './config.ts'
import { placeholdersLeft } from './data/placeholders.ts'
import { startDesk } from './desk/start.ts'
import { ApiError } from './errors.ts'
import { contentSecurityPolicy } from './http/csp.ts'
import type { Fetch } from './http/pipeline.ts'
import { errorResponse } from './http/respond.ts'
import { startFingerprints } from './images/fingerprint/background.ts'
import { type Metrics, serveMetrics } from './metrics.ts'
import { recordServedBuild } from './phones/builds.ts'
import { startRetention } from './retention/daily.ts'
import { startScoring } from './review/score-pending.ts'
import { createServer, type Listening } from './server.ts'
import { type OpenServer, openServer } from './start.ts'
import { serveStatic } from './static.ts'
import { removeClockFile } from './store/clock-file.ts'
import { startWorker } from './worker.ts'

const DRAIN_MS = 10_000

/** Connections per address. Even a proxy in front of all clients cannot use up all connections. */
const PER_ADDRESS = { client: 200, proxy: 1000 }

const distDir = fileURLToPath(new URL('../dist', import.meta.url))
const deskDir = fileURLToPath(new URL('../dist-desk', import.meta.url))

function refuse(lines: readonly string[]): never {
  for (const line of lines) console.error(line)
  process.exit(2)
}

/** Refuses a build for another LIFF id, with which customers could not sign in. */
async function checkBuild(settings: ServeSettings): Promise<void> {
  const html = await readFile(`${distDir}/index.html`, 'utf8').catch(() => null)
  if (html === null)
    refuse(['The app is not built: set LIFF_ID and LINE_OA_ID and run `npm run build` first.'])
  if (!html.includes(settings.liffId)) {
    refuse(['LIFF_ID: the app in dist/ was built for another LIFF ID; run `npm run build` again'])
  }
}

function explain(error: unknown, { port, host }: ServeSettings): string {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (code === 'EADDRINUSE') return `PORT: ${port} is already in use on ${host}`
  if (code === 'EACCES') return `PORT: this user is not allowed to open port ${port}`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST: ${host} is not an address of this machine`
  return `The server could not start: ${String(message)}`
}

async function startMetrics(port: number | null, metrics: Metrics | null): Promise<Server | null> {
  if (port === null || metrics === null) return null
  return serveMetrics(metrics, port).catch(() =>
    refuse([`METRICS_PORT: ${port} is not available on this machine`]),
  )
}

async function openDesk(
  server: OpenServer,
  { host }: ServeSettings,
  settings: DeskSettings,
): Promise<Listening> {
  if (!existsSync(`${deskDir}/index.html`))
    refuse(['DESK_URL: the desk is not built; run `npm run build desk` first'])
  const { deps, rateLimit } = server
  return startDesk(deps, { settings, host, folder: deskDir, demo: false, rateLimit }).catch(() =>
    refuse([`DESK_PORT: ${settings.port} is not available on ${host}`]),
  )
}

async function waitOrSignal(ms: number): Promise<void> {
  const waited = new AbortController()
  const { signal } = waited
  await Promise.race([
    setTimeout(ms, undefined, { signal }),
    once(process, 'SIGTERM', { signal }),
    once(process, 'SIGINT', { signal }),
  ])
  waited.abort()
}

async function main(): Promise<void> {
  const read = readSettings(process.env, 'serve')
  if (!read.ok) refuse(read.errors)
  const { settings } = read
  await checkBuild(settings)

  await removeClockFile(settings.dataDir)
  const where = settings.databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL'
  // If a host has several addresses and all of them refuse the connection, the error has a code but no message.
  const server = await openServer(settings, {}, 'refuse').catch(error =>
    refuse([`${where}: ${String(error.message || error.code)}`]),
  )
  // After an uncaught error, the state of the process is unknown. Phones resend unanswered calls.
  process.on('uncaughtException', error => {
    server.deps.log.fatal({ err: error }, 'uncaught error')
    process.exit(1)
  })
  await recordServedBuild(server.deps.db, distDir, server.deps.clock.now())
  const files = serveStatic(distDir, {
    csp: scriptHashes => contentSecurityPolicy({ scriptHashes, reportUri: settings.cspReportUri }),
    cspReportOnly: settings.cspMode === 'report-only',
    hsts: server.deps.hsts,
    compress: true,
  })
  let stopping = false
  const fetch: Fetch = async (request, info) => {
    if (stopping && new URL(request.url).pathname === '/readyz')
      return errorResponse(new ApiError('UNAVAILABLE'), { requestId: 'stopping' })
    return (await files(request)) ?? server.fetch(request, info)
  }
  const perAddress = PER_ADDRESS[settings.trustProxy === 0 ? 'client' : 'proxy']
  const listening = await createServer(fetch, { ...settings, perAddress }).catch(async error => {
    await server.close()
    return refuse([explain(error, settings)])
  })
  const desk = settings.desk && (await openDesk(server, settings, settings.desk))
  const metricsServer = await startMetrics(settings.metricsPort, server.deps.metrics)
  const worker = startWorker(server.deps)
  const retention = startRetention(server.deps)
  const fingerprints = startFingerprints(server.deps)
  const heads =
    settings.auditHeadFile === null ? null : startKeepingHeads(server.deps, settings.auditHeadFile)
  const scoring = startScoring(server.deps)
  const placeholders = placeholdersLeft()
  if (placeholders.length > 0)
    server.deps.log.warn({ placeholders }, 'campaign/organiser.ts: the terms still contain placeholders')
  const hours = server.deps.messaging ? placeholdersLeft(chatHours) : []
  if (hours.length > 0)
    server.deps.log.warn({ placeholders: hours }, 'campaign/chat-texts.ts: chatHours are still placeholders')
  server.deps.log.info({ port: listening.port, host: settings.host }, 'listening')

  async function stop(): Promise<void> {
    if (stopping) return
    stopping = true
    server.deps.log.info('stopping')
    retention.stop()
    // A load balancer needs time to notice the 503 of /readyz, and sends calls over open connections until then.
    listening.endConnections()
    desk?.endConnections()
    await waitOrSignal(settings.shutdownDelayS * 1000)
    await Promise.all([listening.close(DRAIN_MS), desk?.close(DRAIN_MS)])
    await worker.stop()
    await fingerprints.stop()
    await heads?.stop()
    await scoring.stop()
    metricsServer?.close()
    await server.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

await main()
