import { cookieNames, deleteCookie } from '../../page/cookies.ts'
import { isPageEvent } from '../../page-events.ts'
import { originFor, usesPhoneOrigins } from './origins.ts'
import { PANEL_KEY_PREFIX } from './use-stored.ts'

/** How long an origin may take to empty itself, milliseconds. */
const ERASE_MS = 5000

/** Makes a user's phone one that never opened the app. Call it with no page of the app open. */
export async function erasePhone(userId: string): Promise<void> {
  if (!usesPhoneOrigins()) return clearAppStorage()
  await Promise.all([erase(originFor('liff', userId)), erase(originFor('external', userId))])
}

/** Has an origin empty itself, in a frame nobody sees. */
function erase(origin: string): Promise<void> {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.src = `${origin}/__emulator/erase`
  return new Promise<void>(resolve => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('message', hear)
      frame.remove()
      resolve()
    }
    const hear = ({ data, source }: MessageEvent<unknown>) => {
      if (source === frame.contentWindow && isPageEvent(data) && data.type === 'erased') done()
    }
    const timer = setTimeout(done, ERASE_MS)
    addEventListener('message', hear)
    document.body.append(frame)
  })
}

/**
 * Empties everything the app has stored on this origin, as on a phone that never opened it: local and session
 * storage, cookies, IndexedDB, caches, service workers. The panel's own settings stay.
 * Call it with no page of the app open: an open database would hold its own deletion up.
 */
export async function clearAppStorage(): Promise<void> {
  clearStorage(localStorage)
  clearStorage(sessionStorage)
  for (const name of cookieNames()) deleteCookie(name)
  await Promise.all([clearWorkers(), clearCaches(), clearDatabases()])
}

/** A LIFF app starts with an empty session each time LINE opens it. */
export function clearAppSession(): void {
  clearStorage(sessionStorage)
}

function clearStorage(storage: Storage): void {
  for (const key of Object.keys(storage)) {
    if (!key.startsWith(PANEL_KEY_PREFIX)) storage.removeItem(key)
  }
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

/** Resolves when it is gone, failed, or is only waiting for another tab to let go of it. */
function deleteDatabase(name: string): Promise<void> {
  return new Promise(resolve => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = request.onerror = request.onblocked = () => resolve()
  })
}
