import type { Databases } from './reopening-store.ts'

let frame: HTMLIFrameElement | undefined

/**
 * The page's IndexedDB or, after `renew`, a new frame's. `indexedDB` is read only when a database is opened,
 * because reading it throws if the browser blocks storage.
 */
export const pageDatabases: Databases = {
  open(name, version) {
    const { indexedDB } = (frame?.contentWindow ?? window) as Partial<Pick<typeof globalThis, 'indexedDB'>>
    // Otherwise the `TypeError` would be reported as a defect of the app.
    if (!indexedDB) throw new DOMException('This browser has no IndexedDB', 'NotSupportedError')
    return indexedDB.open(name, version)
  },
  renew() {
    frame ??= document.createElement('iframe')
    // Appending the frame again gives it a new document. Nothing in the head is displayed.
    document.head.append(frame)
  },
  onLeave(run) {
    addEventListener('pagehide', ({ persisted }) => run(persisted))
    addEventListener('pageshow', () => run(false))
  },
}
