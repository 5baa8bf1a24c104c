// Wouter patches the history when it is loaded: before LIFF's init, which changes the address too.
import { navigate } from 'wouter/use-browser-location'
import { cleanHash, cleanSearch, holdsCredentials } from '#src/domain/launch.ts'
import type { Navigation } from '#src/ports.ts'

const moves = ['popstate', 'pushState', 'replaceState'] as const

/** Until LIFF's init has read the credentials of a launch, a change of route must not lose them. */
export const keepingLaunch = (to: string): string =>
  holdsCredentials(location.hash) && !to.includes('#') ? to + location.hash : to

export const navigation: Navigation = {
  path: () => location.pathname,
  search: () => location.search.slice(1),
  origin: () => location.origin,
  go: (path, { replace = false } = {}) => navigate(keepingLaunch(path), { replace }),
  leave: url => location.assign(url),
  reload: () => location.reload(),
  clean: () =>
    navigate(location.pathname + cleanSearch(location.search) + cleanHash(location.hash), { replace: true }),
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
export function beginAtTop(): () => void {
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
