import { deleteCookie, expiryCookieName, writeCookie } from '../page/cookies.ts'
import { STORE_PREFIX } from '../page-config.ts'
import type { PageWindow } from './phone.ts'

type StorageOf = () => Storage | null

/**
 * The SDK's stored values. Each is also written to the page's web storage, because an app may read it there.
 */
export class SdkStore extends Map<string, unknown> {
  readonly #storage: StorageOf

  /** `storage` returns the web storage that the SDK currently uses, or null if the test has no document. */
  constructor(storage: StorageOf) {
    super()
    this.#storage = storage
  }

  override set(key: string, value: unknown): this {
    this.#storage()?.setItem(STORE_PREFIX + key, JSON.stringify(value))
    return super.set(key, value)
  }

  override delete(key: string): boolean {
    this.#storage()?.removeItem(STORE_PREFIX + key)
    return super.delete(key)
  }

  override clear(): void {
    for (const key of this.keys()) this.#storage()?.removeItem(STORE_PREFIX + key)
    super.clear()
  }
}

/**
 * Expiry of access tokens by LIFF id, in ms since 1970. Also written to the page's cookies, as the SDK does.
 */
export class ExpiryCookies extends Map<string, number> {
  readonly #page: PageWindow | null

  constructor(page: PageWindow | null) {
    super()
    this.#page = page
  }

  override set(liffId: string, at: number): this {
    if (this.#page) writeCookie(expiryCookieName(liffId), String(at), at, this.#page.document)
    return super.set(liffId, at)
  }

  override delete(liffId: string): boolean {
    if (this.#page) deleteCookie(expiryCookieName(liffId), this.#page.document)
    return super.delete(liffId)
  }

  override clear(): void {
    for (const liffId of [...this.keys()]) this.delete(liffId)
  }
}
