import { isDeepStrictEqual } from 'node:util'
import { type Actions, createActions } from './control/actions.ts'
import { createPhases } from './control/phases.ts'
import { checkEmulatorOptions, type EmulatorOptions, scenarioBaseOf } from './emulator-options.ts'
import { createExam } from './exam/run-exam.ts'
import { createBrowserFollower } from './follow-browser.ts'
import { rewriteNavigations } from './line-navigation.ts'
import { clientCheck } from './node-clients.ts'
import { type AppRequest, applyAppNetwork } from './platform/app-network.ts'
import { createRequestLog } from './platform/create-request-log.ts'
import type { NetworkOutcome } from './platform/faults.ts'
import { DROP_HEADER, handleLineRequest, type RequestSource } from './platform/handle.ts'
import { createPurchaseWebhooks } from './platform/iap/purchase-webhooks.ts'
import type { RequestLog } from './platform/log.ts'
import { apiError } from './platform/responses.ts'
import { createWebhooks } from './platform/webhook/webhooks.ts'
import { namedScenario, resolveScenario, type ScenarioBase } from './scenario/named.ts'
import { invalidAt, type Parsed, problemText } from './scenario/parse.ts'
import type { Scenario } from './scenario/schema.ts'
import { createSdk, type Sdk } from './sdk/sdk.ts'
import { serve } from './serve.ts'
import { injectShim } from './shim-tag.ts'
import { createSaver, parseSnapshot, type Snapshot } from './snapshot.ts'
import { createLine, type Line } from './world/line.ts'
import { itemsOf } from './world/long-list.ts'
import { currentUser } from './world/selectors.ts'
import { createSigningKey, importSigningKey } from './world/signing-key.ts'
import { newWorld } from './world/state.ts'

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function createCore(options: EmulatorOptions, base: ScenarioBase) {
  const random = options.random ?? (bytes => crypto.getRandomValues(new Uint8Array(bytes)))
  let key = await createSigningKey()
  const session = Buffer.from(random(9)).toString('base64url')
  const world = newWorld(resolveScenario(options.scenario ?? 'friend', base), session)
  const line = createLine(world, () => key, { clock: options.clock ?? Date.now, random })

  const takeSnapshot = (): Snapshot => ({
    kind: 'liff-emulator-snapshot',
    version: 1,
    key: key.privateJwk,
    world: line.world(),
  })

  async function restoreSnapshot(value: unknown): Promise<Parsed<Snapshot>> {
    const parsed = parseSnapshot(value)
    if (!parsed.ok) return parsed
    const imported = await importSigningKey(parsed.value.key).catch(() => null)
    if (imported === null) return invalidAt('key', 'expected a private P-256 key in JWK form')
    key = imported
    line.replace(parsed.value.world)
    return parsed
  }

  async function importSnapshot(value: unknown): Promise<void> {
    const restored = await restoreSnapshot(value)
    if (!restored.ok) throw new Error(`Snapshot: ${problemText(restored.problem)}`)
  }

  return { line, takeSnapshot, restoreSnapshot, importSnapshot }
}

type Core = Awaited<ReturnType<typeof createCore>>

type Saving = NonNullable<Awaited<ReturnType<typeof connectStorage>>>

async function connectStorage(options: EmulatorOptions, core: Core, actions: Actions, base: ScenarioBase) {
  const { storage, scenario: wanted } = options
  if (storage === undefined) return null
  const { line, takeSnapshot, importSnapshot } = core
  const saved = await storage.load()
  if (saved) {
    await importSnapshot(parseJson(saved)).catch((error: Error) => {
      const place = storage.name ?? 'The storage'
      throw new Error(
        `${place} cannot be read: ${error.message}. Delete it or choose another one to start with a new LINE`,
      )
    })
    // The apps and channels in the options override the saved ones.
    const { loaded } = line.world()
    const isWanted = typeof wanted === 'object' && wanted.name === loaded.name
    const current = isWanted ? resolveScenario(wanted, base) : namedScenario(loaded.name, base)
    const channelsOf = ({ apps, messaging }: Scenario) => ({ apps, messaging })
    if (current !== null && !isDeepStrictEqual(channelsOf(current), channelsOf(loaded))) actions.load(current)
  }
  const saver = createSaver(storage, takeSnapshot)
  const stop = line.subscribe(saver.changed)
  if (!saved) saver.changed()
  function close(): Promise<void> {
    stop()
    return saver.flush()
  }
  return { flush: saver.flush, close }
}

/** Delays a response until the changes are saved, because LINE never loses an accepted push. */
function afterSaving(saving: Pick<Saving, 'flush'> | null) {
  return async <R extends Response | null>(
    { method }: Request,
    answer: Promise<R>,
  ): Promise<R | Response> => {
    const response = await answer
    if (saving === null || response === null || method === 'GET' || method === 'HEAD') return response
    try {
      await saving.flush()
      return response
    } catch (error) {
      return apiError(500, `The storage of the emulator failed: ${(error as Error).message}`)
    }
  }
}

function createControl(options: EmulatorOptions, line: Line, base: { readonly current: ScenarioBase }) {
  const actions = createActions(line, base)
  const phases = createPhases(options.phases ?? [], options.phase ?? null, {
    control: actions,
    user: () => currentUser(line.world().scenario),
  })
  const log = createRequestLog(line)
  const meetBrowser = options.followBrowser === true ? createBrowserFollower(line, base) : () => {}
  return { log, actions, phases, meetBrowser, exam: createExam({ line, log, actions }) }
}

function createSenders(line: Line, log: RequestLog) {
  const senders = [createWebhooks(line, log), createPurchaseWebhooks(line, log)]
  return {
    async settled(): Promise<void> {
      await Promise.all(senders.map(sender => sender.settled()))
    },
    stop(): void {
      for (const sender of senders) sender.stop()
    },
  }
}

function createReaders(line: Line, log: RequestLog, webhooksSettled: () => Promise<void>) {
  return {
    /** Resolves when every sent webhook has been answered or has failed. */
    webhooksSettled,
    /** Requests to LINE, oldest first. `error` says why a request failed: an unknown host or path, or a fault. */
    requests: () => log.list(),
    /** Calls the listener with the URL of each page whose shim did not start, the reason, and how to fix it. */
    onPageWithoutShim: (listener: (url: string, problem: string) => void) =>
      log.subscribe(({ via, url, error }) => {
        if (via === 'page' && error !== null) listener(url, error)
      }),
    /** LINE's time, in ms since 1970. */
    now: line.now,
    /** The current scenario, with all changes since it was loaded. */
    scenario: (): Scenario => line.world().scenario,
    /** Messages that users sent, oldest first. */
    messages: () => itemsOf(line.world().messages),
    /** Messages of the official account, oldest first, with one entry per accepted request. */
    botMessages: () => itemsOf(line.world().bot.sendings),
    /** Mission stickers that the account gave to users, oldest first. */
    missionStickers: () => itemsOf(line.world().bot.missionStickers),
    /** Service messages of MINI Apps, oldest first. */
    serviceMessages: () => line.world().bot.serviceMessages,
    /** In-app purchases by order id. */
    purchases: () => line.world().bot.orders,
  }
}

/** Creates an emulated LINE. Rejects if an option is invalid or if the saved snapshot cannot be read. */
export async function createLiffEmulator(options: EmulatorOptions = {}) {
  checkEmulatorOptions(options)
  const base = { current: scenarioBaseOf(options) }
  const core = await createCore(options, base.current)
  const { line, takeSnapshot, restoreSnapshot, importSnapshot } = core
  const control = createControl(options, line, base)
  const { log, actions, phases } = control
  const webhooks = createSenders(line, log)
  const saving = await connectStorage(options, core, actions, base.current)
  const saved = afterSaving(saving)
  let sdk = createSdk([process.cwd()])
  const parts = {
    line,
    ...control,
    links: options.links ?? (() => []),
    snapshots: { capture: takeSnapshot, restore: restoreSnapshot },
    allowedHosts: options.allowedHosts ?? [],
    guardedTab: options.guardedTab ?? true,
    sdk: () => sdk(),
  }
  let origin = options.origin ?? 'http://localhost:4000'

  return {
    /** Responds like LINE's hosts. `request` has a real LINE URL, such as https://api.line.me/v2/profile. */
    handle: (request: Request, from: Partial<RequestSource> = {}): Promise<Response> =>
      saved(request, handleLineRequest(line, log, request, { origin, via: 'phone', sdk, ...from })),

    /** Replaces `fetch` in the app's own server. Rejects like `fetch` if a fault breaks the connection. */
    async lineFetch(request: Request): Promise<Response> {
      const response = await saved(request, handleLineRequest(line, log, request, { origin, via: 'server' }))
      if (response.headers.has(DROP_HEADER)) throw new TypeError('fetch failed')
      return response
    },

    /** Responds to `/__line/…` and `/__emulator/…` on the app's origin. Resolves to null for other requests. */
    async emulatorFetch(request: Request): Promise<Response | null> {
      const response = await saved(request, serve(parts, request))
      if (response !== null && response.status !== 403) origin = new URL(request.url).origin
      return response
    },

    /** Applies the phone's network and the faults for the host `app` to a request for the app's own server. */
    network: (request: AppRequest): Promise<NetworkOutcome> => applyAppNetwork(line, request),

    /** Adds the shim as the page's first script, and replaces scripts from LINE's CDN with the installed SDK. */
    injectShim,

    /** Rewrites the app's JavaScript so that its navigations go through the shim. Only Chromium does not need this. */
    rewriteScript: rewriteNavigations,

    /** Sets the SDK that LINE's CDN serves. Default: the working directory's `@line/liff`. */
    setSdk(next: Sdk): void {
      sdk = next
    },

    /** True for connections from this machine, or from an address in `allowedClients`. */
    acceptsClient: clientCheck(options.allowedClients ?? []),

    ...createReaders(line, log, webhooks.settled),

    /** The operations of the REST control, for code in the same process. */
    control: actions,

    /** Examines a bot and resolves to the report, like `POST exam`. */
    exam: control.exam,

    phases: { list: phases.list, apply: phases.apply },

    /** Calls the listener after every change. */
    subscribe: (listener: () => void) => line.subscribe(() => listener()),

    /** Returns the whole state as JSON, including the private signing key. */
    export: takeSnapshot,

    /** Restores an exported snapshot. If it is invalid, rejects and changes nothing. */
    import: importSnapshot,

    /** Resolves when all changes are saved. Rejects if saving fails. */
    flush: (): Promise<void> => saving?.flush() ?? Promise.resolve(),

    /** Stops sending webhooks and watching for changes, then saves once more. */
    async close(): Promise<void> {
      webhooks.stop()
      await saving?.close()
    },
  }
}

export type LiffEmulator = Awaited<ReturnType<typeof createLiffEmulator>>
