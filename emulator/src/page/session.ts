import { type PageConfig, STORE_PREFIX } from '../page-config.ts'
import { deleteCookie, expiryCookieName, writeCookie } from './cookies.ts'

const SESSION_KEY = 'LIFF_EMULATOR:session'
const ENVIRONMENT_KEY = 'LIFF_EMULATOR:environment'
const IN_CLIENT_KEY = `${STORE_PREFIX}isInClient`

/** The storage the SDK uses in this environment. */
function sdkStorage({ environment }: PageConfig): Storage {
  return environment.kind === 'liff' ? sessionStorage : localStorage
}

function keysOf(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
}

function forget(storage: Storage): void {
  for (const key of keysOf(storage)) if (key.startsWith(STORE_PREFIX)) storage.removeItem(key)
}

/**
 * Gives the page the SDK's stored values it would have on this phone, before the SDK reads them: none of another
 * scenario or environment, and those of an earlier visit when the scenario says so.
 */
export function prepareSession(config: PageConfig): void {
  const storage = sdkStorage(config)
  const { kind } = config.environment
  if (sessionStorage.getItem(ENVIRONMENT_KEY) !== kind) {
    // The tab was LINE's a moment ago, or the phone's browser: neither sees the other's session.
    forget(sessionStorage)
    sessionStorage.setItem(ENVIRONMENT_KEY, kind)
  }
  // The SDK's own mark outlives the user agent it was made for.
  if (kind !== 'liff') sessionStorage.removeItem(IN_CLIENT_KEY)
  const isNew = storage.getItem(SESSION_KEY) !== config.session
  if (isNew) {
    forget(storage)
    for (const liffId of config.liffIds) deleteCookie(expiryCookieName(liffId))
    storage.setItem(SESSION_KEY, config.session)
  }
  if (config.seed && (isNew || config.seed.everyLoad)) writeSeed(config.seed, storage)
}

function writeSeed({ entries, expires }: NonNullable<PageConfig['seed']>, storage: Storage): void {
  for (const [key, value] of Object.entries(entries)) storage.setItem(key, value)
  for (const [liffId, until] of Object.entries(expires))
    writeCookie(expiryCookieName(liffId), String(until), until)
}
