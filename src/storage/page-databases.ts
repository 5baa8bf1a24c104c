import type { Databases } from './reopening-store.ts'

let frame: HTMLIFrameElement | undefined

/**
 * The page's IndexedDB, and after `renew` that of a new, empty frame. Read only when it opens, because reading `indexedDB`
 * throws if the browser refuses storage.
 */
export const pageDatabases: Databases = {
  open: name =>
    ((frame?.contentWindow ?? window) as Pick<typeof globalThis, 'indexedDB'>).indexedDB.open(name),
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
