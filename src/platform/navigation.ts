import type { Navigation } from '#src/ports.ts'
import { cleanHash, cleanSearch, deepLink, holdsCredentials, withCredentials } from '#src/startup/launch.ts'

const changes = ['pushState', 'replaceState'] as const
const moves = ['popstate', ...changes] as const

/** Dispatches events for URL changes, as the wouter router does once loaded. LIFF's init also changes the URL. */
export function emitHistoryEvents(): void {
  for (const type of changes) {
    const change = history[type]
    history[type] = function (this: History, ...args: Parameters<History['pushState']>) {
      change.apply(this, args)
      dispatchEvent(new Event(type))
    }
  }
}

const move = (to: string, replace: boolean) => history[replace ? 'replaceState' : 'pushState'](null, '', to)

/** Keeps the launch credentials, which navigating before LIFF's init would lose. */
export function withLaunchCredentials(to: string): string {
  if (!holdsCredentials(location.hash)) return to
  const [screen = '', part = ''] = to.split('#')
  return screen + withCredentials(part === '' ? '' : `#${part}`, location.hash)
}

/** Opens the deep link here: the SDK's redirect would reload the page and repeat all startup calls. */
export function openDeepLink(): void {
  const to = deepLink(location.search.slice(1), location.hash)
  if (to !== null) move(to, true)
}

export const navigation: Navigation = {
  path: () => location.pathname,
  search: () => location.search.slice(1),
  hash: () => location.hash,
  origin: () => location.origin,
  go: (path, { replace = false } = {}) => move(withLaunchCredentials(path), replace),
  leave: url => location.assign(url),
  reload: () => location.reload(),
  // Loaded lazily, because only the outbox screen uses it.
  reloadNewest: () =>
    import('./reload-newest.ts').then(
      ({ reloadNewest }) => reloadNewest(),
      () => location.reload(),
    ),
  removeSdkParameters: () =>
    move(location.pathname + cleanSearch(location.search) + cleanHash(location.hash), true),
  onChange(run) {
    let path = location.pathname
    const look = () => {
      if (location.pathname === path) return
      path = location.pathname
      run(path)
    }
    for (const type of moves) addEventListener(type, look)
    return () => {
      for (const type of moves) removeEventListener(type, look)
    }
  },
}

/** Ignores back and forward navigation, for which the browser restores the scroll position. */
export function scrollToTopOnNavigation(): () => void {
  let path = location.pathname
  const moved = ({ type }: Event) => {
    if (location.pathname === path) return
    path = location.pathname
    if (type !== 'popstate') scrollTo(0, 0)
  }
  for (const type of moves) addEventListener(type, moved)
  return () => {
    for (const type of moves) removeEventListener(type, moved)
  }
}
