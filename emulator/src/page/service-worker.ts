const RELOADED_KEY = 'LIFF_EMULATOR:worker-gone'

/**
 * Hides the service worker where the environment has none. A worker registered in another environment would go on
 * controlling this page unseen: it is unregistered and the page loaded anew, before any of the app has run.
 *
 * @returns false when the page is about to be loaded anew and nothing else should be done with it.
 */
export function removeServiceWorker(): boolean {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const controlled = Boolean(container?.controller)
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
  if (!container) return true
  const unregistered = unregisterAll(container)
  if (!controlled) {
    mark(false)
    return true
  }
  if (!mark(true)) return true
  // Nothing below this script may be parsed, let alone run, on the controlled page.
  window.stop()
  void unregistered.finally(() => location.reload())
  return false
}

/** Notes whether the page is being loaded anew. False where it was already, or where that cannot be known. */
function mark(reloading: boolean): boolean {
  try {
    const before = sessionStorage.getItem(RELOADED_KEY) === '1'
    if (reloading) sessionStorage.setItem(RELOADED_KEY, '1')
    else sessionStorage.removeItem(RELOADED_KEY)
    return !before
  } catch {
    return false
  }
}

async function unregisterAll(container: ServiceWorkerContainer): Promise<void> {
  const registrations = await container.getRegistrations().catch(() => [])
  await Promise.all(registrations.map(registration => registration.unregister().catch(() => false)))
}
