import { assertNever } from '#contract/assert-never.ts'
import type { Phase } from '#src/startup/phase.ts'

/**
 * What a route requires. `signed-in`: S2's requiresAuth. `readable`: the same, but known customers can still open it
 * after the campaign has ended. `register`: only for a customer who has signed in but not registered.
 */
export type RouteGuard = 'signed-in' | 'readable' | 'register' | 'open'

/** What a route renders: its screen, the startup screen of the current phase, or a redirect. */
export type Shown =
  | { readonly show: 'screen' }
  | { readonly show: 'startup' }
  | { readonly show: 'redirect'; readonly to: string }

const screen: Shown = { show: 'screen' }
const startup: Shown = { show: 'startup' }
const redirect = (to: string): Shown => ({ show: 'redirect', to })

/** Returns what a route renders in a phase. `known`: a customer is signed in or was restored from the phone's cache. */
export function guardRoute(phase: Phase, guard: RouteGuard, known: boolean): Shown {
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
      return guard === 'open' || (guard === 'readable' && known) ? screen : redirect('/endCampaign')
    case 'register':
      return guard === 'open' || guard === 'register' ? screen : redirect('/register')
    case 'ready':
      return guard === 'register' ? redirect('/') : screen
    default:
      return assertNever(phase)
  }
}
