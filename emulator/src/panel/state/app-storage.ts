import { isPageEvent } from '../../page-events.ts'
import { originFor, usesPhoneOrigins } from './origins.ts'
import { PANEL_KEY_PREFIX } from './use-stored.ts'

/** How long to wait for `/__emulator/erase` to clear the storage. */
const ERASE_TIMEOUT_MS = 5000

/** Clears everything the app has stored on a user's phone. Close the app's page first. */
export async function erasePhone(userId: string): Promise<void> {
  if (!usesPhoneOrigins()) return clearAppStorage()
  await Promise.all([erase(originFor('liff', userId)), erase(originFor('external', userId))])
}

/** Loads `/__emulator/erase` in a hidden frame, because only that origin can clear its own storage. */
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
 * Clears everything the app has stored for this origin, but not the panel's settings. Close the app's page first,
 * because an open database cannot be deleted.
 */
export async function clearAppStorage(): Promise<void> {
  clearStorage(localStorage)
  clearStorage(sessionStorage)
  await Promise.all([deleteCookies(), clearWorkers(), clearCaches(), clearDatabases()])
}

/** LINE opens a LIFF app with an empty sessionStorage each time. */
export function clearAppSession(): void {
  clearStorage(sessionStorage)
}

function clearStorage(storage: Storage): void {
  for (const key of Object.keys(storage)) {
    if (!key.startsWith(PANEL_KEY_PREFIX)) storage.removeItem(key)
  }
}

/** Scripts cannot read all cookies, so the response deletes them. */
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

/** Also resolves if the deletion fails or has to wait for another tab to close the database. */
function deleteDatabase(name: string): Promise<void> {
  return new Promise(resolve => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = request.onerror = request.onblocked = () => resolve()
  })
}
