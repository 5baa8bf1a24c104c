import { type PageConfig, type Seed, STORE_PREFIX } from '../page-config.ts'
import { deleteCookie, expiryCookieName, type Jar, writeCookie } from './cookies.ts'

const SESSION_KEY = 'LIFF_EMULATOR:session'
const ENVIRONMENT_KEY = 'LIFF_EMULATOR:environment'
/** If this key is set, the SDK assumes that it runs inside LINE and does not check the user agent again. */
export const IN_CLIENT_KEY = `${STORE_PREFIX}isInClient`

function sdkStorage({ environment }: PageConfig): Storage {
  return environment.kind === 'liff' ? sessionStorage : localStorage
}

function keysOf(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
}

function removeSdkEntries(storage: Storage): void {
  for (const key of keysOf(storage)) if (key.startsWith(STORE_PREFIX)) storage.removeItem(key)
}

/** Removes the SDK's values from another scenario or environment, and adds those of an earlier visit. */
export function prepareSession(config: PageConfig): void {
  const storage = sdkStorage(config)
  const { kind } = config.environment
  if (sessionStorage.getItem(ENVIRONMENT_KEY) !== kind) {
    // The tab has switched between LINE and the phone's browser, which have separate sessionStorage.
    removeSdkEntries(sessionStorage)
    sessionStorage.setItem(ENVIRONMENT_KEY, kind)
  }
  if (kind !== 'liff') sessionStorage.removeItem(IN_CLIENT_KEY)
  const isNew = storage.getItem(SESSION_KEY) !== config.session
  if (isNew) {
    removeSdkEntries(storage)
    for (const liffId of config.liffIds) deleteCookie(expiryCookieName(liffId))
    storage.setItem(SESSION_KEY, config.session)
  }
  if (config.seed && (isNew || config.seed.everyLoad)) writeSeed(config.seed, storage)
}

export function writeSeed({ entries, expires }: Seed, storage: Pick<Storage, 'setItem'>, jar?: Jar): void {
  for (const [key, value] of Object.entries(entries)) storage.setItem(key, value)
  for (const [liffId, until] of Object.entries(expires))
    writeCookie(expiryCookieName(liffId), String(until), until, jar)
}
