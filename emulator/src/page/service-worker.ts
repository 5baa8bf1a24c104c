const RELOADED_KEY = 'LIFF_EMULATOR:worker-gone'

/**
 * Removes `navigator.serviceWorker` and unregisters existing workers. If another environment's worker still controls
 * this page, reloads the page before the app's code runs.
 *
 * @returns false if the page is about to reload, so the caller must stop.
 */
export function removeServiceWorker(): boolean {
  const container = workersOf(navigator)
  const controlled = Boolean(container?.controller)
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
  if (!container) return true
  const unregistered = unregisterAll(container)
  if (!controlled) {
    setReloadFlag(false)
    return true
  }
  if (!setReloadFlag(true)) return true
  // Stop parsing, so that no app scripts run while a worker controls the page.
  window.stop()
  void unregistered.finally(() => location.reload())
  return false
}

function workersOf(from: Navigator): ServiceWorkerContainer | undefined {
  try {
    return from.serviceWorker
  } catch {
    return undefined
  }
}

/** Returns false if the flag was already set or storage is blocked, to prevent endless reloads. */
function setReloadFlag(reloading: boolean): boolean {
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
