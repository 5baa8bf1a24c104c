import { STORE_PREFIX } from '../page-config.ts'
import type { PageContext } from './page-context.ts'

/**
 * Tells the developer when the page gives `liff.init` an id that the emulated LINE does not have. The SDK itself says
 * "Invalid LIFF ID" then, and neither which one it was given nor where the other comes from. Its first look at what it
 * has stored names the id.
 */
export function installUnknownApp({ config, ask }: PageContext): void {
  const known = new Set(config.liffIds)
  const getItem = Storage.prototype.getItem
  Storage.prototype.getItem = function (key: string): string | null {
    const liffId = idIn(key)
    if (liffId !== null && !known.has(liffId)) {
      known.add(liffId)
      ask<{ message: string }>('unknown-app', { liffId }).then(
        // biome-ignore lint/suspicious/noConsole: the developer must know why init fails.
        ({ message }) => console.error(`[liff-emulator] ${message}`),
        () => undefined,
      )
    }
    return getItem.call(this, key)
  }
}

/** The LIFF id of a key of the SDK's, `LIFF_STORE:{liffId}:{name}`; null in any other. */
function idIn(key: unknown): string | null {
  const parts = typeof key === 'string' && key.startsWith(STORE_PREFIX) ? key.split(':') : []
  return parts.length === 3 ? (parts[1] ?? null) : null
}
