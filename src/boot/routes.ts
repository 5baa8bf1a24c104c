import type { ComponentType } from 'react'
import { loadThai } from '#src/i18n/text.ts'
import { lazyOnce } from '#src/loading/lazy-once.ts'
import { below, stage } from '#src/screens/home/parts.ts'
import { scene } from '#src/ui/art/parts.ts'
import { legalDialog, strip, toastHost } from '#src/ui/overlays.ts'
import type { ShellScreen } from './home-shell/due-screen.ts'
import type { RouteGuard } from './route-guard.ts'

type Load = () => Promise<{ readonly default: ComponentType }>

/** A row of spec S2's route table. The router ignores case and a trailing slash in `path`. */
export type ScreenRoute = {
  /** Null matches every path that no other route matches. */
  readonly path: string | null
  readonly name: string
  readonly guard: RouteGuard
  readonly load: Load
}

/** Loads the strings and components that every screen except home needs. */
export const loadRest = (): Promise<unknown> =>
  Promise.all([loadThai(), ...[stage, strip, toastHost, below, scene, legalDialog].map(part => part.load())])

const withRest =
  (load: Load): Load =>
  async () => {
    const [screen] = await Promise.all([load(), loadRest()])
    return screen
  }

const row = (path: string | null, name: string, guard: RouteGuard, load: Load): ScreenRoute => ({
  path,
  name,
  guard,
  load: withRest(load),
})

/** Loads a screen that submits new data. Customers who agreed to older terms must first agree to the current ones. */
const agreed =
  (load: Load): Load =>
  async () => {
    const [screen, { agreedScreen }] = await Promise.all([load(), import('#src/ui/agree/agreed.tsx')])
    return { default: agreedScreen(screen.default) }
  }

const loadAnswer = lazyOnce(agreed(() => import('#src/screens/answer/answer.tsx')))

const home: ScreenRoute = {
  path: '/',
  name: 'home',
  guard: 'signed-in',
  load: () => import('#src/screens/home/home.tsx'),
}

/** `/` and its empty child in spec S2 are one route here. `/Continue` opens the same screen as `/answer`. */
export const signedInRoutes: readonly ScreenRoute[] = [
  home,
  row('/answer', 'answer', 'signed-in', loadAnswer),
  row('/Continue', 'continue', 'signed-in', loadAnswer),
  row(
    '/receipt/:id',
    'updateReceipt',
    'readable',
    () => import('#src/screens/receipt-detail/receipt-detail.tsx'),
  ),
  // Not in the specification, in which the screen for one receipt is its form.
  row('/receipt/:id/edit', 'correctReceipt', 'readable', () => import('#src/screens/receipt/receipt.tsx')),
  row(
    '/receipt',
    'receipt',
    'signed-in',
    agreed(() => import('#src/screens/receipt/receipt.tsx')),
  ),
  row('/profile', 'profile', 'signed-in', () => import('#src/screens/profile/profile.tsx')),
  row(
    '/updateProfile',
    'updateProfile',
    'signed-in',
    () => import('#src/screens/update-profile/update-profile.tsx'),
  ),
  row(
    '/receiptHistory',
    'receiptHistory',
    'readable',
    () => import('#src/screens/receipt-history/receipt-history.tsx'),
  ),
  row(
    '/answerHistory',
    'answerHistory',
    'signed-in',
    () => import('#src/screens/answer-history/answer-history.tsx'),
  ),
  // Not in the specification. Readable after the end, because customers then compare their numbers with the list of
  // winners.
  row('/entries', 'entries', 'readable', () => import('#src/screens/entries/entries.tsx')),
  // Not in the specification. Stays readable after the campaign ends, because jobs may still be queued.
  row('/outbox', 'outbox', 'readable', () => import('#src/screens/outbox/outbox.tsx')),
]

const landing: ScreenRoute = {
  path: '/register',
  name: 'register',
  guard: 'register',
  // Loads only the top part, so that React hydrates the landing early.
  load: () => import('#src/screens/landing/landing.tsx'),
}

export const shellRoutes: Readonly<Record<ShellScreen, ScreenRoute>> = { home, landing }

/** Includes the landing's script with the form fields, which new customers need first. */
export const loadShared = (): Promise<unknown> => Promise.all([loadRest(), landing.load()])

const openRoutes: readonly ScreenRoute[] = [
  landing,
  row(
    '/watingAnouncer',
    'waitingAnnouncer',
    'open',
    () => import('#src/screens/waiting-announcer/waiting-announcer.tsx'),
  ),
  row('/thanks', 'thanks', 'open', () => import('#src/screens/thanks/thanks.tsx')),
  row('/comingsoon', 'comingSoon', 'open', () => import('#src/screens/coming-soon/coming-soon.tsx')),
  row('/qrcode', 'qrCode', 'open', () => import('#src/screens/qr-code/qr-code.tsx')),
  row('/confirm', 'confirm', 'open', () => import('#src/screens/confirm/confirm.tsx')),
  row('/endCampaign', 'endCampaign', 'open', () => import('#src/screens/end-campaign/end-campaign.tsx')),
  // Not in the specification. Open to everyone, because people need help before joining and after the end.
  row('/help', 'help', 'open', () => import('#src/screens/help/help.tsx')),
  row(null, 'notFound', 'open', () => import('#src/screens/not-found/not-found.tsx')),
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
