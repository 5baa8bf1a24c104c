import { EventEmitter, once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Link } from '#tests/bench/link/link.ts'
import { serveStack } from '#tests/kit/serve-stack.ts'
import { profileForm } from '#tests/kit/server.ts'

/** One request that reached the site. Times in milliseconds since 1970. A preflight's method is `OPTIONS`. */
export type Arrival = {
  readonly method: string
  /** The host that the page called; `app` for the app's own server. */
  readonly host: string
  readonly path: string
  readonly at: number
  end: number
  bytes: number
}

export type Site = Awaited<ReturnType<typeof openSite>>

const LINE_PATH = /^\/__line\/([^/]+)(\/.*)?$/

/** All other hosts are subdomains of `localhost`, so that the browser treats them as other origins. */
const OTHER_HOST = /^(.+)\.localhost:\d+$/

/** The user of a visit: the registered customer, or a new customer who has never opened the campaign. */
export type Person = 'customer' | 'customer, expired token' | 'new' | 'new, not a friend'

/** `announced`: the demo campaign after its draw, in which the registered customer has won and not confirmed yet. */
export type CampaignState = 'open' | 'announced'

export type Language = 'th-TH' | 'en'

type Options = {
  /** Delay of each response in milliseconds. A long one shows which requests wait for others. */
  readonly delayMs: () => number
  /** Additional delay of preflight responses, because Lighthouse's throttling does not affect them. */
  readonly preflightMs?: () => number
  /** Serves the app's files compressed, as production does. */
  readonly compress?: boolean
  /** True if the document includes the emulator's script; otherwise the browser injects it, as LINE does. */
  readonly shim?: () => boolean
  /** The link over which browsers reach the site; omitted if they connect directly. */
  readonly link?: Link
}

/** Starts the whole campaign on one port, with one build of the app and a registered customer. */
export async function openSite(
  dist: string,
  { delayMs, preflightMs = () => 0, compress = true, shim = () => true, link }: Options,
) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const arrivals: Arrival[] = []
  const withheld = new Map<string, string>()
  const arrived = new EventEmitter()
  let visits = 0
  let shown: CampaignState = 'open'
  const onRequest = (answer: RequestListener, incoming: IncomingMessage, outgoing: ServerResponse): void => {
    // Each visit gets its own address, so that the many visits do not reach a rate limit.
    incoming.rawHeaders.push('X-Forwarded-For', `10.0.${visits >> 8}.${visits & 255}`)
    const { pathname } = new URL(incoming.url ?? '/', url)
    const [, lineHost, linePath = '/'] = LINE_PATH.exec(pathname) ?? []
    const [, otherHost] = OTHER_HOST.exec(incoming.headers.host ?? '') ?? []
    asPlainHost(incoming, new URL(url).host)
    // The link terminates TLS, but the emulator builds addresses for the browser from the request's scheme.
    if (link !== undefined) Object.assign(incoming.socket, { encrypted: true })
    const arrival: Arrival = {
      method: incoming.method ?? 'GET',
      host: lineHost ?? otherHost ?? 'app',
      path: lineHost === undefined ? pathname : linePath,
      at: Date.now(),
      end: Number.POSITIVE_INFINITY,
      bytes: 0,
    }
    // Does not count the emulator's script, which is built into LINE, or the favicon, which browsers load on their own.
    if (!/^\/(__emulator|favicon)/.test(pathname)) arrivals.push(arrival)
    const write = outgoing.write.bind(outgoing)
    const end = outgoing.end.bind(outgoing)
    const count = (chunk: unknown) => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) arrival.bytes += Buffer.byteLength(chunk)
    }
    outgoing.write = ((chunk: never, ...rest: never[]) => {
      count(chunk)
      return write(chunk, ...rest)
    }) as typeof write
    outgoing.end = ((chunk: never, ...rest: never[]) => {
      count(chunk)
      return end(chunk, ...rest)
    }) as typeof end
    outgoing.once('finish', () => {
      arrival.end = Date.now()
    })
    arrived.emit(arrival.path)
    const wait = delayMs() + (incoming.method === 'OPTIONS' ? preflightMs() : 0)
    setTimeout(async () => {
      const first = withheld.get(arrival.path)
      if (first !== undefined && !arrivals.some(({ path }) => path === first)) await once(arrived, first)
      await answer(incoming, outgoing)
    }, wait)
  }
  const {
    stack,
    url: local,
    close,
  } = await serveStack({
    env: {
      DATA_DIR: join(folder, 'data'),
      TRUST_PROXY: '1',
    },
    allowsOrigin: true,
    originFor(port) {
      link?.forwardTo(port)
      return link?.origin
    },
    around: answer => (incoming, outgoing) => onRequest(answer, incoming, outgoing),
    dist: () => dist,
    compress,
  })
  const url = link?.origin ?? local
  const { injectShim } = stack.emulator
  Object.assign(stack.emulator, { injectShim: (html: string) => (shim() ? injectShim(html) : html) })
  await stack.api.deps.db.updateTable('campaign').set({ allow_external_browser: 1 }).execute()

  const { control } = stack.emulator
  const customer = { userId: `U${'b'.repeat(32)}`, displayName: 'มานี ใจดี' }
  const token = await control.token(customer)
  if (!token.ok) throw new Error(token.problem.message)
  const form = new URLSearchParams({
    ...profileForm,
    phone: '0812345678',
    consentTerms: 'true',
    consentPrivacy: 'true',
    lineUserId: customer.userId,
    idToken: token.value.idToken ?? '',
  })
  const reply = await fetch(`${local}/api/authorization/register`, { method: 'POST', body: form })
  if (reply.status !== 200) throw new Error(`register answered ${reply.status}`)
  const { customerId } = (await reply.json()) as { customerId: string }
  for (const name of compress ? await readdir(join(dist, 'assets')) : [])
    await fetch(`${local}/assets/${name}`, { headers: { 'Accept-Encoding': 'br' } }).then(answer =>
      answer.arrayBuffer(),
    )
  arrivals.length = 0

  return {
    /** The address for browsers, and the address for this process, which bypasses the link. */
    url,
    local,
    link,
    arrivals,
    /** Maps a path to a second path: responses for the first are withheld until the second has been requested. */
    withheld,
    customerId,
    /** Selects the browser (LINE's or an external one), a user and the language for the next visit. */
    phone(
      kind: 'line' | 'browser',
      worker = kind === 'browser',
      person: Person = 'customer',
      language: Language = 'th-TH',
    ) {
      visits += 1
      const isNew = person.startsWith('new')
      const newUser = { userId: `U${String(visits).padStart(32, '0')}`, displayName: 'ปิติ' }
      const user = isNew ? newUser : customer
      control.loadNamed(kind === 'line' ? 'friend' : 'not-in-client')
      control.patch({
        environment: { serviceWorker: worker, language },
        users: [user],
        user: user.userId,
        friendships: { [user.userId]: person === 'new, not a friend' ? 'none' : 'friend' },
        ...(person === 'customer, expired token' ? { tokens: { idTokenAge: 7200 } } : {}),
      })
    },
    /** Puts the campaign into a state for the user of the last call to `phone`. */
    async show(state: CampaignState) {
      if (state === shown && state === 'open') return
      const { ok } = await stack.emulator.phases.apply(state === 'announced' ? 'won' : 'own')
      if (!ok) throw new Error(`the campaign could not be ${state}`)
      shown = state
    },
    async close() {
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Sets the Host header to the host that the servers expect. */
function asPlainHost(incoming: IncomingMessage, host: string): void {
  incoming.headers.host = host
  const at = incoming.rawHeaders.findIndex((word, index) => index % 2 === 0 && word.toLowerCase() === 'host')
  incoming.rawHeaders[at + 1] = host
}
