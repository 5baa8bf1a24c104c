import type { Clock, Connectivity, Memo, Navigation } from '#src/ports.ts'

const KEY = 'reloaded-for-build'
const WINDOW_MS = 30_000

/**
 * A script that stays away although the server answers belongs to a build that was replaced: one reload brings the
 * new one. Never while unreachable, and at most once in half a minute.
 */
export function createStaleBuildReload({
  memo,
  clock,
  connectivity,
  navigation,
}: {
  memo: Memo
  clock: Clock
  connectivity: Connectivity
  navigation: Pick<Navigation, 'reload'>
}): () => void {
  return () => {
    // A tab that forgets its reloads would reload for ever.
    if (connectivity.state() !== 'reachable' || !memo.lasts()) return
    const last = Number(memo.tab.get(KEY) ?? 0)
    if (Math.abs(clock.now() - last) < WINDOW_MS) return
    memo.tab.set(KEY, String(clock.now()))
    navigation.reload()
  }
}
