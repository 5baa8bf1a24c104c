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

/** Maximum number of open connections from one address. A single proxy may carry all of them. */
const PER_ADDRESS = 500

type Options = {
  readonly settings: DeskSettings
  readonly host: string
  readonly folder: string
  readonly demo: boolean
  /** True if the client with this address may use the desk; by default, every client may. */
  readonly accepts?: Accepts
  /** By default, each process counts its own calls. */
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

export const deskDepsOf = (server: ServerDeps, more: Pick<DeskDeps, 'origin' | 'demo'>): DeskDeps => ({
  ...server,
  campaign: { th: thai['campaign.name'], en: english['campaign.name'] },
  advertised: prizes,
  work: createWork(),
  ...more,
})
