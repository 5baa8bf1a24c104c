import type { Databases } from './reopening-store.ts'

let frame: HTMLIFrameElement | undefined

/**
 * The page's IndexedDB, and after `renew` that of a new, empty frame. Read only when it opens, because reading `indexedDB`
 * throws if the browser refuses storage.
 */
export const pageDatabases: Databases = {
  open(name, version) {
    const { indexedDB } = (frame?.contentWindow ?? window) as Partial<Pick<typeof globalThis, 'indexedDB'>>
    // Without this, reading from `undefined` would look like a defect of the app.
    if (!indexedDB) throw new DOMException('This browser has no IndexedDB', 'NotSupportedError')
    return indexedDB.open(name, version)
  },
  renew() {
    frame ??= document.createElement('iframe')
    // Appending it once more gives it a new document. Nothing in the head is displayed.
    document.head.append(frame)
  },
  onLeave(run) {
    addEventListener('pagehide', ({ persisted }) => run(persisted))
    addEventListener('pageshow', () => run(false))
  },
}
