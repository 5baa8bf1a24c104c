import { isDeepStrictEqual } from 'node:util'
import { createActions } from './control/actions.ts'
import { type AppRequest, applyAppNetwork, type NetworkOutcome } from './platform/app-network.ts'
import { DROP_HEADER, handleLineRequest, type RequestSource } from './platform/handle.ts'
import { createRequestLog } from './platform/log.ts'
import { DEFAULT_SCENARIO } from './scenario/defaults.ts'
import { namedScenario, resolveScenario, type ScenarioBase } from './scenario/named.ts'
import { type Parsed, problemText } from './scenario/parse.ts'
import type { Scenario, ScenarioInput } from './scenario/schema.ts'
import { injectShim, serve } from './serve.ts'
import { createSaver, parseSnapshot, type Snapshot, type SnapshotStorage } from './snapshot.ts'
import { createLine } from './world/line.ts'
import { createSigningKey, importSigningKey } from './world/signing-key.ts'
import { newWorld } from './world/state.ts'

export type EmulatorOptions = {
  /** The LIFF apps LINE knows; the first is the one that is opened. Default: `2000000001-Campaign` at `/`. */
  readonly apps?: ScenarioInput['apps']
  /** The people; the first is the one whose phone it is, unless `user` says otherwise. */
  readonly users?: ScenarioInput['users']
  /** The LIFF id of the default app. */
  readonly liffId?: string
  /** The endpoint of the default app: an address, or a path on the origin the emulator is served from. */
  readonly endpointUrl?: string
  /** The official account of the default app. */
  readonly officialAccount?: { readonly id: string; readonly name: string }
  /** A named scenario, or one given whole. Default: `friend`. A saved snapshot comes before it. */
  readonly scenario?: string | ScenarioInput
  /** Keeps tokens, key and friendships over a restart. */
  readonly storage?: SnapshotStorage
  /**
   * Where the app is, for requests that do not show it. Default: `http://localhost:4000`, then the last origin seen.
   */
  readonly origin?: string
  /** Host names besides this machine's own under which the emulator may be reached. */
  readonly allowedHosts?: readonly string[]
  /** The real time, ms since 1970. */
  readonly clock?: () => number
  readonly random?: (bytes: number) => Uint8Array
}

function baseOf(options: EmulatorOptions): ScenarioBase {
  const [app] = DEFAULT_SCENARIO.apps
  const { liffId, endpointUrl, officialAccount, users, apps } = options
  const own = {
    liffId: liffId ?? app?.liffId ?? '',
    name: app?.name ?? '',
    officialAccount: officialAccount ?? app?.officialAccount ?? null,
    endpointUrl: endpointUrl ?? app?.endpointUrl ?? '/',
  }
  const first = users?.[0]?.userId
  return {
    apps: apps ?? [own],
    ...(users === undefined || first === undefined
      ? {}
      : { users, user: first, friendships: { [first]: 'friend' as const } }),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** An emulated LINE. Throws where an option is wrong; a saved snapshot that cannot be read throws, too. */
export async function createLiffEmulator(options: EmulatorOptions = {}) {
  const base = baseOf(options)
  const random = options.random ?? (bytes => crypto.getRandomValues(new Uint8Array(bytes)))
  let key = await createSigningKey()
  const session = () => Buffer.from(random(9)).toString('base64url')
  const first = newWorld(resolveScenario(options.scenario ?? 'friend', base), session())
  const line = createLine(first, () => key, { clock: options.clock ?? Date.now, random })
  const log = createRequestLog()
  const actions = createActions(line, base)
  let origin = options.origin ?? 'http://localhost:4000'

  const snapshot = (): Snapshot => ({
    kind: 'liff-emulator-snapshot',
    version: 1,
    key: key.privateJwk,
    world: line.world(),
  })

  async function tryImport(value: unknown): Promise<Parsed<Snapshot>> {
    const parsed = parseSnapshot(value)
    if (!parsed.ok) return parsed
    key = await importSigningKey(parsed.value.key)
    line.replace(parsed.value.world)
    return parsed
  }

  async function importSnapshot(value: unknown): Promise<void> {
    const imported = await tryImport(value)
    if (!imported.ok) throw new Error(`Snapshot: ${problemText(imported.problem)}`)
  }

  const saved = await options.storage?.load()
  if (saved) {
    await importSnapshot(parseJson(saved))
    // The host's app may have changed since: a named scenario is made anew around it.
    const { loaded } = line.world()
    const today = namedScenario(loaded.name, base)
    if (today !== null && !isDeepStrictEqual(today.apps, loaded.apps)) actions.load(today)
  }
  const saver = options.storage ? createSaver(options.storage, snapshot) : null
  const stopSaving = saver ? line.subscribe(saver.changed) : () => {}
  if (!saved) saver?.changed()

  const parts = {
    line,
    log,
    actions,
    snapshots: { capture: snapshot, restore: tryImport },
    allowedHosts: options.allowedHosts ?? [],
  }

  return {
    /** Answers as LINE's hosts do: `request` carries a real address such as https://api.line.me/v2/profile. */
    handle: (request: Request, from: Partial<RequestSource> = {}): Promise<Response> =>
      handleLineRequest(line, log, request, { origin, via: 'phone', ...from }),

    /** The same for an app's own server, in the place of `fetch`: rejects where a connection breaks. */
    async lineFetch(request: Request): Promise<Response> {
      const response = await handleLineRequest(line, log, request, { origin, via: 'server' })
      if (response.headers.has(DROP_HEADER)) throw new TypeError('fetch failed')
      return response
    },

    /** Answers what is the emulator's on the app's origin (`/__line/…`, `/__emulator/…`); null for all else. */
    async emulatorFetch(request: Request): Promise<Response | null> {
      const response = await serve(parts, request)
      if (response !== null && response.status !== 403) origin = new URL(request.url).origin
      return response
    },

    /** Takes a request for the app's own server through the phone's network, with its delays and losses. */
    network: (request: AppRequest): Promise<NetworkOutcome> => applyAppNetwork(line, request),

    /** The app's HTML with the shim's script first in its head. */
    injectShim,

    /** LINE's time, ms since 1970. */
    now: line.now,

    /** The scenario as it is now. */
    scenario: (): Scenario => line.world().scenario,

    /** What the REST control does, for code in the same process. */
    control: actions,

    /** Messages sent by users, oldest first. */
    messages: () => line.world().messages,

    /** Requests to LINE, oldest first; an `error` tells of unknown hosts and paths, and of faults. */
    requests: () => log.list(),

    /** Told of every change. Returns the way to stop. */
    subscribe: (listener: () => void): (() => void) => line.subscribe(() => listener()),

    /** Everything, with the signing key, as plain JSON. */
    export: snapshot,

    /** Replaces everything by an exported snapshot. Rejects where it is none; nothing is changed then. */
    import: importSnapshot,

    /** Resolves when the storage has everything; rejects where it could not be saved. */
    flush: (): Promise<void> => saver?.flush() ?? Promise.resolve(),

    /** Saves for the last time. */
    async close(): Promise<void> {
      stopSaving()
      await saver?.flush()
    },
  }
}

export type LiffEmulator = Awaited<ReturnType<typeof createLiffEmulator>>
