import { isRecent } from '#contract/recent.ts'
import type { Clock, Connectivity, LocalStorage, Navigation } from '#src/ports.ts'

const KEY = 'reloaded-for-build'
const WINDOW_MS = 30_000

/**
 * Returns a function to call when a script cannot be loaded, probably because of a newer build. It reloads the page,
 * at most once in 30 seconds.
 */
export function createStaleBuildReload({
  local,
  clock,
  connectivity,
  navigation,
}: {
  local: LocalStorage
  clock: Clock
  connectivity: Connectivity
  navigation: Pick<Navigation, 'reload'>
}): () => void {
  return () => {
    // If the tab cannot store the time of its last reload, it could reload in a loop.
    if (connectivity.state() !== 'reachable' || !local.survivesReload()) return
    const last = Number(local.tab.get(KEY) ?? 0)
    if (isRecent(last, clock.now(), WINDOW_MS)) return
    local.tab.set(KEY, String(clock.now()))
    navigation.reload()
  }
}
