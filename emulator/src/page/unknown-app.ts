import { STORE_PREFIX } from '../page-config.ts'
import { tellDeveloper } from './developer-console.ts'
import type { PageContext } from './page-context.ts'

/** Logs an unknown LIFF ID, which the SDK only calls invalid. Its first storage key contains the ID. */
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

/** Parses an SDK storage key (`LIFF_STORE:{liffId}:{name}`). */
function idIn(key: unknown): string | null {
  const parts = typeof key === 'string' && key.startsWith(STORE_PREFIX) ? key.split(':') : []
  return parts.length === 3 ? (parts[1] ?? null) : null
}
