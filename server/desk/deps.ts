import type { ServerDeps } from '#server/deps.ts'
import type { AdvertisedPrize } from '#server/draw/advertised.ts'
import type { Work } from './work.ts'

export type DeskDeps = Pick<
  ServerDeps,
  | 'db'
  | 'dialect'
  | 'objects'
  | 'clock'
  | 'random'
  | 'log'
  | 'metrics'
  | 'trustProxy'
  | 'hsts'
  | 'messaging'
  | 'receiptReader'
  | 'timeStamper'
> & {
  /** Origin of the desk's pages, such as https://desk.example. Passkeys are bound to its host name. */
  readonly origin: string
  /** The campaign's names, shown on the sign-in page. */
  readonly campaign: { readonly th: string; readonly en: string }
  readonly advertised: readonly AdvertisedPrize[]
  readonly work: Work
  /** True if demo users may sign in without a passkey. */
  readonly demo: boolean
}
