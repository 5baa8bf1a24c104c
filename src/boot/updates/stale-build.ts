import type { Clock, Connectivity, LocalStorage, Navigation } from '#src/ports.ts'

const KEY = 'reloaded-for-build'
const WINDOW_MS = 30_000

/**
 * A script that stays away although the server answers belongs to a build that was replaced: one reload brings the
 * new one. Never while unreachable, and at most once in half a minute.
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
    // A tab that forgets its reloads would reload for ever.
    if (connectivity.state() !== 'reachable' || !local.lasts()) return
    const last = Number(local.tab.get(KEY) ?? 0)
    if (Math.abs(clock.now() - last) < WINDOW_MS) return
    local.tab.set(KEY, String(clock.now()))
    navigation.reload()
  }
}
