import type { Navigation } from '#src/ports.ts'
import { cleanHash, cleanSearch, deepLink, holdsCredentials } from '#src/startup/launch.ts'

const changes = ['pushState', 'replaceState'] as const
const moves = ['popstate', ...changes] as const

/**
 * The history does not say when it is changed: from here on it does, by events of the names that wouter gives them,
 * which comes later. LIFF's init changes the address too.
 */
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

/** Until LIFF's init has read the credentials of a launch, a change of route must not lose them. */
export const withLaunchCredentials = (to: string): string =>
  holdsCredentials(location.hash) && !to.includes('#') ? to + location.hash : to

/**
 * Opens a deep link of LINE's in place, with the credentials of the launch: the SDK then has nothing to redirect to,
 * which would cost a second document with everything that startup asks.
 */
export function openDeepLink(): void {
  const to = deepLink(location.search.slice(1))
  if (to !== null) move(to + location.hash, true)
}

export const navigation: Navigation = {
  path: () => location.pathname,
  search: () => location.search.slice(1),
  origin: () => location.origin,
  go: (path, { replace = false } = {}) => move(withLaunchCredentials(path), replace),
  leave: url => location.assign(url),
  reload: () => location.reload(),
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

/** Begins each screen at its top; going back or forward is left to the browser, which remembers where one was. */
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
