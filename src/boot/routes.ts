import type { ComponentType } from 'react'
import { loadThai } from '#src/i18n/text.ts'
import { lazyOnce } from '#src/loading/lazy-once.ts'
import { below, stage } from '#src/screens/home/parts.ts'
import { asleep, scene } from '#src/ui/art/parts.ts'
import { legalDialog, strip, toastHost } from '#src/ui/overlays.ts'
import type { ShellScreen } from './home-shell/due-screen.ts'
import type { RouteGuard } from './route-guard.ts'

type Screen = { readonly default: ComponentType }

/** A row of spec S2's route table. The router ignores case and a trailing slash in `path`. */
export type ScreenRoute = {
  /** Null matches every path that no other route matches. */
  readonly path: string | null
  readonly name: string
  readonly guard: RouteGuard
  readonly load: () => Promise<Screen>
}

/** Loads the strings and components that every screen except home needs. */
export const loadRest = (): Promise<unknown> =>
  Promise.all([
    loadThai(),
    ...[stage, strip, toastHost, below, asleep, scene, legalDialog].map(part => part.load()),
  ])

const withRest = (load: () => Promise<Screen>) => async (): Promise<Screen> => {
  const [screen] = await Promise.all([load(), loadRest()])
  return screen
}

/** Loads a screen that submits new data. Customers who agreed to older terms must first agree to the current ones. */
const withAgreement = (load: () => Promise<Screen>) =>
  withRest(async (): Promise<Screen> => {
    const [screen, { agreedScreen }] = await Promise.all([load(), import('#src/ui/agree/agreed.tsx')])
    return { default: agreedScreen(screen.default) }
  })

const loadAnswer = lazyOnce(withAgreement(() => import('#src/screens/answer/answer.tsx')))

const home: ScreenRoute = {
  path: '/',
  name: 'home',
  guard: 'signed-in',
  load: () => import('#src/screens/home/home.tsx'),
}

/** `/` and its empty child in spec S2 are one route here. `/Continue` opens the same screen as `/answer`. */
export const signedInRoutes: readonly ScreenRoute[] = [
  home,
  {
    path: '/answer',
    name: 'answer',
    guard: 'signed-in',
    load: loadAnswer,
  },
  {
    path: '/Continue',
    name: 'continue',
    guard: 'signed-in',
    load: loadAnswer,
  },
  {
    path: '/receipt/:id',
    name: 'updateReceipt',
    guard: 'readable',
    load: withRest(() => import('#src/screens/receipt-detail/receipt-detail.tsx')),
  },
  // Not in the specification, in which the screen for one receipt is its form.
  {
    path: '/receipt/:id/edit',
    name: 'correctReceipt',
    guard: 'readable',
    load: withRest(() => import('#src/screens/receipt/receipt.tsx')),
  },
  {
    path: '/receipt',
    name: 'receipt',
    guard: 'signed-in',
    load: withAgreement(() => import('#src/screens/receipt/receipt.tsx')),
  },
  {
    path: '/profile',
    name: 'profile',
    guard: 'signed-in',
    load: withRest(() => import('#src/screens/profile/profile.tsx')),
  },
  {
    path: '/updateProfile',
    name: 'updateProfile',
    guard: 'signed-in',
    load: withRest(() => import('#src/screens/update-profile/update-profile.tsx')),
  },
  {
    path: '/receiptHistory',
    name: 'receiptHistory',
    guard: 'readable',
    load: withRest(() => import('#src/screens/receipt-history/receipt-history.tsx')),
  },
  {
    path: '/answerHistory',
    name: 'answerHistory',
    guard: 'signed-in',
    load: withRest(() => import('#src/screens/answer-history/answer-history.tsx')),
  },
  // Not in the specification. Readable after the end, because customers then compare their numbers with the list of
  // winners.
  {
    path: '/entries',
    name: 'entries',
    guard: 'readable',
    load: withRest(() => import('#src/screens/entries/entries.tsx')),
  },
  // Not in the specification. Stays readable after the campaign ends, because jobs may still be queued.
  {
    path: '/outbox',
    name: 'outbox',
    guard: 'readable',
    load: withRest(() => import('#src/screens/outbox/outbox.tsx')),
  },
]

const landing: ScreenRoute = {
  path: '/register',
  name: 'register',
  guard: 'register',
  // Loads only the top part, so that React hydrates the landing early.
  load: () => import('#src/screens/landing/landing.tsx'),
}

export const shellRoutes: Readonly<Record<ShellScreen, ScreenRoute>> = { home, landing }

/**
 * Loads the code that most screens share, including the landing's script with the form fields, which new customers need
 * first.
 */
export const loadShared = (): Promise<unknown> => Promise.all([loadRest(), landing.load()])

const openRoutes: readonly ScreenRoute[] = [
  landing,
  {
    path: '/watingAnouncer',
    name: 'waitingAnnouncer',
    guard: 'open',
    load: withRest(() => import('#src/screens/waiting-announcer/waiting-announcer.tsx')),
  },
  {
    path: '/thanks',
    name: 'thanks',
    guard: 'open',
    load: withRest(() => import('#src/screens/thanks/thanks.tsx')),
  },
  {
    path: '/comingsoon',
    name: 'comingSoon',
    guard: 'open',
    load: withRest(() => import('#src/screens/coming-soon/coming-soon.tsx')),
  },
  {
    path: '/qrcode',
    name: 'qrCode',
    guard: 'open',
    load: withRest(() => import('#src/screens/qr-code/qr-code.tsx')),
  },
  {
    path: '/confirm',
    name: 'confirm',
    guard: 'open',
    load: withRest(() => import('#src/screens/confirm/confirm.tsx')),
  },
  {
    path: '/endCampaign',
    name: 'endCampaign',
    guard: 'open',
    load: withRest(() => import('#src/screens/end-campaign/end-campaign.tsx')),
  },
  // Not in the specification. Open to everyone, because people need help before joining and after the end.
  {
    path: '/help',
    name: 'help',
    guard: 'open',
    load: withRest(() => import('#src/screens/help/help.tsx')),
  },
  {
    path: null,
    name: 'notFound',
    guard: 'open',
    load: withRest(() => import('#src/screens/not-found/not-found.tsx')),
  },
]

export const sending: readonly ScreenRoute[] = [...signedInRoutes, ...openRoutes].filter(({ name }) =>
  ['receipt', 'thanks'].includes(name),
)

/** Shown if startup cannot continue until the customer acts. */
export const stopped: Pick<ScreenRoute, 'name' | 'load'> = {
  name: 'stopped',
  load: withRest(() => import('#src/screens/startup/stopped.tsx')),
}

export const screenRoutes: readonly ScreenRoute[] = [...signedInRoutes, ...openRoutes]
