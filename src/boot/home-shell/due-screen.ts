import { normalPath } from '#contract/campaign-link.ts'
import type { Navigation } from '#src/ports.ts'
import type { App } from '#src/state/types.ts'

/** A screen that the home shell can render before React has loaded. */
export type ShellScreen = 'home' | 'landing'

/**
 * Returns the screen that the customer should see now, if the home shell can render it, or null. The landing opens the
 * form instead if its address says so, or if the customer has already opened the form in this tab.
 */
export function dueScreen(
  { session, drafts }: Pick<App, 'session' | 'drafts'>,
  navigation: Pick<Navigation, 'path' | 'search'>,
): ShellScreen | null {
  const path = navigation.path()
  switch (session.phase.value.kind) {
    case 'ready':
      return path === '/' ? 'home' : null
    case 'register':
      return normalPath(path) === '/register' &&
        !new URLSearchParams(navigation.search()).has('step') &&
        drafts.read('register') === null
        ? 'landing'
        : null
    default:
      return null
  }
}
