import { isFields } from './fields.ts'
import { invalidAt, type Parsed, parseStoredScenario } from './scenario/parse.ts'
import type { SigningKey } from './world/signing-key.ts'
import type { World } from './world/state.ts'
import { isStoredList, upgradedBot, upgradedMessages } from './world/upgrade.ts'

/** The exported state of an emulated LINE as JSON. Contains the private signing key. */
export type Snapshot = {
  readonly kind: 'liff-emulator-snapshot'
  readonly version: 1
  readonly key: SigningKey['privateJwk']
  readonly world: World
}

export type SnapshotStorage = {
  /** Used in error messages, for example a file path. */
  readonly name?: string
  /** Resolves to the last saved text, or null if nothing has been saved. */
  load(): Promise<string | null>
  save(text: string): Promise<void>
}

/** Validates the scenarios completely, but checks the issued tokens only superficially. */
export function parseSnapshot(value: unknown): Parsed<Snapshot> {
  if (typeof value !== 'object' || value === null) return invalidAt('', 'expected a snapshot')
  const { kind, version, key, world } = value as Partial<Snapshot>
  if (kind !== 'liff-emulator-snapshot') return invalidAt('kind', 'expected "liff-emulator-snapshot"')
  if (version !== 1) return invalidAt('version', 'expected 1')
  if (typeof key?.d !== 'string' || typeof key.kid !== 'string')
    return invalidAt('key', 'expected a private key in JWK form')
  if (typeof world !== 'object' || world === null)
    return invalidAt('world', 'expected the state of the emulated LINE')
  const checked: { loaded?: World['loaded']; scenario?: World['scenario'] } = {}
  for (const field of ['loaded', 'scenario'] as const) {
    const parsed = parseStoredScenario(world[field])
    if (!parsed.ok) {
      const { path, message } = parsed.problem
      return invalidAt(`world.${field}${path === '' ? '' : `.${path}`}`, message)
    }
    checked[field] = parsed.value
  }
  for (const field of ['codes', 'accessTokens', 'channelTokens', 'pickings', 'subWindows', 'kept'] as const)
    if (!isFields(world[field])) return invalidAt(`world.${field}`, 'expected an object')
  // Snapshots of version 0.1 have no refresh tokens; older ones also lack the official account and web logins.
  const { refreshTokens = {}, webSessions = {}, channelSecrets = {} } = world
  if (world.bot !== undefined && !isFields(world.bot)) return invalidAt('world.bot', 'expected an object')
  for (const [field, record] of Object.entries({ refreshTokens, webSessions, channelSecrets }))
    if (!isFields(record)) return invalidAt(`world.${field}`, 'expected an object')
  for (const field of ['revision', 'phoneRequests'] as const)
    if (!Number.isInteger(world[field])) return invalidAt(`world.${field}`, 'expected a whole number')
  if (!isStoredList(world.messages)) return invalidAt('world.messages', 'expected a list')
  if (world.bot?.sendings !== undefined && !isStoredList(world.bot.sendings))
    return invalidAt('world.bot.sendings', 'expected a list')
  if (typeof world.session !== 'string') return invalidAt('world.session', 'expected a text')
  const { loaded = world.loaded, scenario = world.scenario } = checked
  const changed = { bot: upgradedBot(world.bot ?? {}), messages: upgradedMessages(world.messages) }
  const records = { refreshTokens, webSessions, channelSecrets }
  const restored = { ...world, ...records, ...changed, questions: {}, killed: {}, loaded, scenario }
  return { ok: true, value: { kind, version, key, world: restored } }
}

/** Saves the current snapshot after changes. Saves run one at a time and include all changes made before they begin. */
export function createSaver(storage: SnapshotStorage, snapshot: () => Snapshot) {
  /** The latest save, which may not have started yet. */
  let latest = Promise.resolve()
  let begun = true
  let failed = false

  async function saveAfter(previous: Promise<void>): Promise<void> {
    await previous.catch(() => {})
    // Wait for one turn of the event loop, so that consecutive changes are saved together.
    await new Promise(resolve => setImmediate(resolve))
    begun = true
    try {
      await storage.save(JSON.stringify(snapshot()))
      failed = false
    } catch (error) {
      failed = true
      throw error
    }
  }

  function changed(): void {
    if (!begun) return
    begun = false
    latest = saveAfter(latest)
    // The error is reported by `flush`.
    latest.catch(() => {})
  }

  return {
    changed,
    /** Resolves when all changes so far are saved. Rejects if saving failed. */
    async flush(): Promise<void> {
      await latest.catch(() => {})
      if (failed) changed()
      await latest
    },
  }
}
