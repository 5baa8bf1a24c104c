import { normalPath } from '#contract/campaign-link.ts'
import type { Navigation } from '#src/ports.ts'
import type { App } from '#src/state/types.ts'

export type ShellScreen = 'home' | 'landing'

/**
 * Returns the screen to show, or null if the home shell cannot render it: the registration form replaces the landing if
 * the URL has a step or the customer has already opened the form in this tab.
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
