import { prizes } from '#campaign/prizes.ts'
import { campaign as english } from '#campaign/texts.en.ts'
import { campaign as thai } from '#campaign/texts.th.ts'
import type { DeskSettings } from '#server/config.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { RateLimit } from '#server/http/rate-limit.ts'
import { createServer, type Listening } from '#server/server.ts'
import { type Accepts, createDesk } from './app.ts'
import type { DeskDeps } from './deps.ts'
import { deskPages } from './pages.ts'
import { createWork } from './work.ts'

/** Maximum number of open connections from one address. All may come from one proxy. */
const PER_ADDRESS = 500

type Options = {
  readonly settings: DeskSettings
  readonly host: string
  /** Folder of the built desk. */
  readonly folder: string
  /** See `DeskDeps`. */
  readonly demo: boolean
  /** True for the address of a client that may use the desk. Default: every client. */
  readonly accepts?: Accepts
  /** Default: counts in this process. */
  readonly rateLimit?: RateLimit | undefined
}

/** Serves the desk on its own port. Rejects with the system's error if the port is in use. */
export async function startDesk(server: ServerDeps, options: Options): Promise<Listening> {
  const { settings, host, folder, demo, accepts, rateLimit } = options
  const deps = deskDepsOf(server, { origin: settings.url, demo })
  const desk = createDesk(deps, {
    pages: deskPages(folder),
    ...(accepts ? { accepts } : {}),
    ...(rateLimit ? { rateLimit } : {}),
  })
  return createServer(desk.fetch, { port: settings.port, host, perAddress: PER_ADDRESS })
}

/** Returns the server's dependencies with those that only the desk has, such as the campaign's names. */
export const deskDepsOf = (server: ServerDeps, more: Pick<DeskDeps, 'origin' | 'demo'>): DeskDeps => ({
  ...server,
  campaign: { th: thai['campaign.name'], en: english['campaign.name'] },
  advertised: prizes,
  work: createWork(),
  ...more,
})
