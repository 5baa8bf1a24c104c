import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { campaign as brand } from '#campaign/texts.th.ts'
import { createLiffEmulator, type LiffEmulator } from '#emulator/index.ts'
import { answerNode, refuseClient, throughNetwork } from '#emulator/node.ts'
import { PANEL_HOST } from '#emulator/phones.ts'
import { liffEmulator } from '#emulator/vite.ts'
import { hashPin } from '#server/campaign/staff-pin.ts'
import type { Settings } from '#server/config.ts'
import { addDemoPeople } from '#server/desk/demo.ts'
import { contentSecurityPolicy } from '#server/http/csp.ts'
import { WEBHOOK_PATH } from '#server/http/paths.ts'
import { startFingerprints } from '#server/images/fingerprint/background.ts'
import { setMessaging } from '#server/message-queue/channel.ts'
import { recordServedBuild } from '#server/phones/builds.ts'
import { systemRandom } from '#server/random.ts'
import { startScoring } from '#server/review/score-pending.ts'
import { type OpenServer, openServer } from '#server/start.ts'
import { serveStatic } from '#server/static.ts'
import type { Db } from '#server/store/tables.ts'
import { startWorker } from '#server/worker.ts'
import { refuse } from './command.mjs'
import { clockOfNewData, storageIn } from './emulator-state.ts'
import { campaignPhases } from './phases/phases.ts'
import { deskLinks, openDesk } from './stack-desk.ts'
import { listenOrRefuse, type StackSettings, warnOfOthers } from './stack-settings.ts'
import { whyNot } from './why-not.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const LIFF_ID = '2000000001-Campaign'
const DEMO_PIN = '246810'
const OFFICIAL_ACCOUNT = { id: '@campaign', name: brand['app.name'], pictureUrl: '/favicon.svg' }

/** The emulated channel accepts any secret. Without one, the server would not deauthorize customers who leave. */
const EMULATED_SECRET = 'emulated'

/** Credentials of the emulated Messaging API channel, unless the settings contain others. */
const EMULATED_CHANNEL = {
  accessToken: 'emulated-channel-access-token',
  channelSecret: '5ec2e75ec2e75ec2e75ec2e75ec2e75e',
}

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

export type Stack = {
  readonly answer: Answer
  readonly emulator: LiffEmulator
  readonly api: OpenServer
  close(): Promise<void>
}

type StackOptions = {
  readonly origin: string
  /** The folder of the built app. Called for each request, so that a test can deploy another build. */
  readonly dist?: () => string
  readonly compress?: boolean
  /** Other machines that may use the stack, by address or network. Default: none. */
  readonly clients?: readonly string[]
  /** The URL of the desk for the panel's link; null while the desk is not running. */
  readonly desk?: () => string | null
  readonly guardedTab?: boolean
  /** If set, Vite's dev server, attached to this server, serves the app instead of the build. */
  readonly devOn?: Server
}

/** Opens the emulator, the product API and the app on one origin. */
export async function openStack(settings: Settings, options: StackOptions): Promise<Stack> {
  const dataDir = resolve(root, settings.dataDir)
  const keptClock = await clockOfNewData(dataDir)
  const liffId = settings.liffId ?? LIFF_ID
  const { accessToken, channelSecret } = { ...EMULATED_CHANNEL, ...settings.messaging }
  const line = { accessToken, channelSecret, webhook: `${options.origin}${WEBHOOK_PATH}` }
  let opened: OpenServer | null = null
  const emulator = await createLiffEmulator({
    apps: [
      {
        liffId,
        name: brand['campaign.name'],
        endpointUrl: '/',
        officialAccount: { ...OFFICIAL_ACCOUNT, id: settings.lineOaId ?? OFFICIAL_ACCOUNT.id },
      },
    ],
    origin: options.origin,
    messaging: line,
    ...(options.guardedTab === undefined ? {} : { guardedTab: options.guardedTab }),
    storage: storageIn(dataDir),
    allowedClients: options.clients ?? [],
    links: () => deskLinks(options.desk?.() ?? null),
    // The phases replace the data in the SQLite file. A PostgreSQL database may contain more than a demo.
    ...(settings.databaseUrl === null
      ? campaignPhases(dataDir, { data: () => depsOf(opened), prepare: prepareDemo })
      : {}),
  })
  // State saved with another port or by an older release contains a different webhook.
  emulator.control.patch({ messaging: line })
  if (keptClock !== null) emulator.control.clock({ advance: keptClock() - Date.now() })
  const channelId = liffId.split('-')[0] ?? ''
  const api = await openServer(
    { ...settings, dataDir },
    {
      clock: { now: emulator.now },
      line: {
        fetch: emulator.lineFetch,
        channelId,
        channelSecret: settings.lineChannelSecret ?? EMULATED_SECRET,
      },
      messaging: { accessToken, channelSecret, liffId },
    },
  )
  opened = api
  const worker = startWorker(api.deps)
  const fingerprints = startFingerprints(api.deps)
  const scoring = startScoring(api.deps)
  await givePin(api.deps.db)
  const dist = options.dist ?? (() => join(root, 'dist'))
  await recordServedBuild(api.deps.db, dist(), emulator.now())
  const app = options.devOn
    ? await viteApp(emulator, options.devOn)
    : builtApp(emulator, dist, options.compress ?? false)
  const answerApi = getRequestListener(
    (request, env) => api.fetch(request, { ip: env.incoming.socket?.remoteAddress }),
    { overrideGlobalObjects: false },
  )
  return {
    emulator,
    api,
    async answer(incoming, outgoing) {
      // Protect the demo campaign too: the guide publishes its users and its staff PIN.
      if (!emulator.acceptsClient(incoming.socket)) return refuseClient(incoming, outgoing)
      if (await answerNode(emulator, incoming, outgoing)) return
      // Webhooks come from LINE, so they do not use the phone's network.
      if (incoming.url === WEBHOOK_PATH) return void (await answerApi(incoming, outgoing))
      if (!(await throughNetwork(emulator, incoming, outgoing))) return
      const isApi = /^\/(api|healthz|readyz)([/?]|$)/.test(incoming.url ?? '/')
      await (isApi ? answerApi(incoming, outgoing) : app.answer(incoming, outgoing))
    },
    async close() {
      await app.close()
      await worker.stop()
      await fingerprints.stop()
      await scoring.stop()
      await emulator.close()
      await api.close()
    },
  }
}

function depsOf(server: OpenServer | null): OpenServer['deps'] {
  if (server === null) throw new Error('the server is still starting')
  return server.deps
}

/** Runs the whole campaign on one port until SIGINT or SIGTERM. */
export async function runStack(settings: StackSettings, { dev }: { dev: boolean }): Promise<void> {
  const origin = `http://localhost:${settings.port}`
  const http = createHttpServer()
  const { clients } = settings
  let deskUrl: string | null = null
  const stack = await openStack(settings, {
    origin,
    clients,
    desk: () => deskUrl,
    ...(dev ? { devOn: http } : {}),
  }).catch(error => refuse(whyNot(error, settings)))
  http.on('request', (incoming, outgoing) => {
    void stack.answer(incoming, outgoing).catch(error => {
      stack.api.deps.log.error({ err: error }, 'a request failed')
      if (!outgoing.headersSent) outgoing.writeHead(500)
      outgoing.end()
    })
  })
  await listenOrRefuse(http, settings)
  const desk = await openDesk(stack, settings)
  deskUrl = desk?.url ?? null
  announce(origin, desk?.url ?? null)
  warnOfOthers(settings)

  let stopping = false
  async function stop(): Promise<void> {
    if (stopping) return
    stopping = true
    const closed = new Promise(resolve => http.close(resolve))
    http.closeAllConnections()
    await closed
    await desk?.close()
    await stack.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

async function prepareDemo(db: Db): Promise<void> {
  await givePin(db)
  await addDemoPeople(db, { now: Date.now(), random: systemRandom() })
  await setMessaging(db, true)
}

/** Sets a staff PIN for trying out rewards that require staff, unless the organiser has set one. */
async function givePin(db: Db): Promise<void> {
  await db
    .updateTable('campaign')
    .set({ staff_pin_hash: await hashPin(DEMO_PIN) })
    .where('staff_pin_hash', 'is', null)
    .execute()
}

type AppServer = { readonly answer: Answer; readonly close: () => Promise<void> }

/**
 * Serves the production build. The emulator inserts a script element into the HTML and, in uncompressed files, changes
 * how scripts navigate.
 */
function builtApp(emulator: LiffEmulator, dist: () => string, compress: boolean): AppServer {
  const builds = new Map<string, ReturnType<typeof serveStatic>>()
  function filesOf(folder: string) {
    // The benchmark turns the emulator's script element on and off.
    const key = `${folder} ${emulator.injectShim('<head>')}`
    const files =
      builds.get(key) ??
      serveStatic(folder, {
        csp: scriptHashes =>
          contentSecurityPolicy({
            scriptHashes,
            lineHosts: false,
            frameAncestors: ["'self'", `http://${PANEL_HOST}:*`],
          }),
        hsts: false,
        compress,
        rewriteHtml: emulator.injectShim,
      })
    builds.set(key, files)
    return files
  }
  const answer = getRequestListener(
    async request => {
      const response = (await filesOf(dist())(request)) ?? new Response(null, { status: 405 })
      const isScript = response.headers.get('content-type')?.startsWith('text/javascript')
      if (!isScript || response.headers.has('content-encoding') || response.body === null) return response
      const headers = new Headers(response.headers)
      headers.delete('content-length')
      return new Response(emulator.rewriteScript(await response.text()), { status: response.status, headers })
    },
    { overrideGlobalObjects: false },
  )
  return {
    answer: async (incoming, outgoing) => void (await answer(incoming, outgoing)),
    close: async () => {},
  }
}

async function viteApp(
  emulator: LiffEmulator,
  http: ReturnType<typeof createHttpServer>,
): Promise<AppServer> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root,
    plugins: [liffEmulator({ emulator })],
    server: { middlewareMode: true, hmr: { server: http } },
  })
  const answer: Answer = (incoming, outgoing) =>
    new Promise((resolve, reject) => {
      outgoing.once('close', resolve)
      vite.middlewares(incoming, outgoing, (error?: unknown) => (error ? reject(error) : resolve()))
    })
  return { answer, close: () => vite.close() }
}

function announce(origin: string, desk: string | null): void {
  console.log(`
  The campaign in LINE   ${origin}/__emulator/
  The app alone          ${origin}/
  The product API        ${origin}/api/master/activity
  The desk               ${desk ?? 'off: its port is in use; DESK_PORT sets another'}
  The counter's PIN      ${DEMO_PIN}, unless \`campaign reward pin\` has set another

  Ctrl-C stops it.
`)
}
