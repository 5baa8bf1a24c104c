import { STORE_PREFIX } from '../page-config.ts'
import { tellDeveloper } from './developer-console.ts'
import type { PageContext } from './page-context.ts'

/**
 * Logs an error with the LIFF ID if the page calls `liff.init` with an unknown one; the SDK only reports
 * "Invalid LIFF ID". The shim finds the ID in the first storage key that the SDK reads.
 */
export function installUnknownApp({ config, callControl }: PageContext): void {
  const known = new Set(config.liffIds)
  const getItem = Storage.prototype.getItem
  Storage.prototype.getItem = function (key: string): string | null {
    const liffId = idIn(key)
    if (liffId !== null && !known.has(liffId)) {
      known.add(liffId)
      callControl<{ message: string }>('unknown-app', { liffId }).then(
        ({ message }) => tellDeveloper('error', message),
        () => undefined,
      )
    }
    return getItem.call(this, key)
  }
}

/** Returns the LIFF ID in an SDK storage key (`LIFF_STORE:{liffId}:{name}`), or null for any other key. */
function idIn(key: unknown): string | null {
  const parts = typeof key === 'string' && key.startsWith(STORE_PREFIX) ? key.split(':') : []
  return parts.length === 3 ? (parts[1] ?? null) : null
}
