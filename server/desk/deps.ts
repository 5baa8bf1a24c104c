import type { ServerDeps } from '#server/deps.ts'
import type { AdvertisedPrize } from '#server/draw/advertised.ts'
import type { Work } from './work.ts'

/** What the desk's server uses from outside. */
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
  /** The campaign's names for the sign-in page. */
  readonly campaign: { readonly th: string; readonly en: string }
  /** The prizes that the app shows to customers. */
  readonly advertised: readonly AdvertisedPrize[]
  /** The steps of the draw that run now. */
  readonly work: Work
  /** True if people of a demo may sign in without a passkey. */
  readonly demo: boolean
}
