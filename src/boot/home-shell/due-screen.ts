import { normalPath } from '#contract/campaign-link.ts'
import type { Navigation } from '#src/ports.ts'
import type { App } from '#src/state/types.ts'

export type ShellScreen = 'home' | 'landing'

/**
 * Returns null if the home shell cannot render the screen. The registration form replaces the landing if the URL has a
 * step or the form was already opened in this tab.
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
