import { assertNever } from '#contract/assert-never.ts'
import type { Phase } from '#src/startup/phase.ts'

/**
 * `signed-in`: requiresAuth of spec S2. `readable`: like `signed-in`, but known customers can still open the screen
 * after the campaign has ended. `register`: for customers who have signed in but not registered. `open`: for everyone.
 */
export type RouteGuard = 'signed-in' | 'readable' | 'register' | 'open'

export type Shown =
  | { readonly show: 'screen' }
  | { readonly show: 'startup' }
  | { readonly show: 'redirect'; readonly to: string }

const screen: Shown = { show: 'screen' }
const startup: Shown = { show: 'startup' }
const redirect = (to: string): Shown => ({ show: 'redirect', to })

/**
 * Returns what a route renders in a startup phase. `known`: a customer is signed in or restored from the cache.
 * `checking`: the app is signing in after the end of the campaign, and readable screens wait for the result.
 */
export function guardRoute(phase: Phase, guard: RouteGuard, known: boolean, checking = false): Shown {
  switch (phase.kind) {
    case 'starting':
    case 'leaving':
    case 'not-in-line':
    case 'add-friend':
    case 'clock':
      return startup
    case 'offline':
    case 'failed':
    case 'signed-out':
      return guard === 'open' ? screen : startup
    case 'pending':
      return guard === 'open' ? screen : redirect('/comingsoon')
    case 'ended':
      if (guard === 'open' || (guard === 'readable' && known)) return screen
      return guard === 'readable' && checking ? startup : redirect('/endCampaign')
    case 'register':
      return guard === 'open' || guard === 'register' ? screen : redirect('/register')
    case 'ready':
      return guard === 'register' ? redirect('/') : screen
    default:
      return assertNever(phase)
  }
}
