import { isPageEvent } from '../../page-events.ts'
import { originFor, usesPhoneOrigins } from './origins.ts'
import { PANEL_KEY_PREFIX } from './use-stored.ts'

const ERASE_TIMEOUT_MS = 5000

/** Clears everything that the app has stored on a user's phone. The app must be closed first. */
export async function erasePhone(userId: string): Promise<void> {
  if (!usesPhoneOrigins()) return clearAppStorage()
  await Promise.all([erase(originFor('liff', userId)), erase(originFor('external', userId))])
}

/** Loads `/__emulator/erase` in a hidden frame, because only a page on that origin can clear its storage. */
function erase(origin: string): Promise<void> {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.src = `${origin}/__emulator/erase`
  return new Promise<void>(resolve => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('message', onMessage)
      frame.remove()
      resolve()
    }
    const onMessage = ({ data, source }: MessageEvent<unknown>) => {
      if (source === frame.contentWindow && isPageEvent(data) && data.type === 'erased') done()
    }
    const timer = setTimeout(done, ERASE_TIMEOUT_MS)
    addEventListener('message', onMessage)
    document.body.append(frame)
  })
}

/**
 * Clears everything that the app has stored for this origin, but keeps the panel's settings. The app must be closed
 * first, because an open database cannot be deleted.
 */
export async function clearAppStorage(): Promise<void> {
  clearStorage(localStorage)
  clearStorage(sessionStorage)
  await Promise.all([deleteCookies(), clearWorkers(), clearCaches(), clearDatabases()])
}

/** Clears sessionStorage, because it is empty whenever LINE opens a LIFF app. */
export function clearAppSession(): void {
  clearStorage(sessionStorage)
}

function clearStorage(storage: Storage): void {
  for (const key of Object.keys(storage)) {
    if (!key.startsWith(PANEL_KEY_PREFIX)) storage.removeItem(key)
  }
}

/** Scripts cannot access all cookies, so the response deletes them. */
async function deleteCookies(): Promise<void> {
  await fetch('/__emulator/erase')
}

async function clearWorkers(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map(registration => registration.unregister()))
}

async function clearCaches(): Promise<void> {
  if (!('caches' in window)) return
  const names = await caches.keys()
  await Promise.all(names.map(name => caches.delete(name)))
}

async function clearDatabases(): Promise<void> {
  const found = (await indexedDB.databases?.()) ?? []
  await Promise.all(found.map(({ name }) => (name === undefined ? undefined : deleteDatabase(name))))
}

/** Resolves even if the deletion fails, or is blocked because another tab has the database open. */
function deleteDatabase(name: string): Promise<void> {
  return new Promise(resolve => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = request.onerror = request.onblocked = () => resolve()
  })
}
