import { EventEmitter, once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '#server/config.ts'
import { reportUnanswered } from '#tests/kit/report-unanswered.ts'
import { profileForm } from '#tests/kit/server.ts'
import { openStack } from '#tools/stack.ts'

/** One request as it came to the place. Times in milliseconds since 1970. A preflight's method is `OPTIONS`. */
export type Arrival = {
  readonly method: string
  /** The host it is meant for: the app's own is `app`. */
  readonly host: string
  readonly path: string
  readonly at: number
  end: number
  /** Of its answer's body. */
  bytes: number
}

export type Place = Awaited<ReturnType<typeof openPlace>>

const LINE_PATH = /^\/__line\/([^/]+)(\/.*)?$/

/** Hosts that are not the app's come as names under `localhost`, so that to the browser they are other origins. */
const OTHER_HOST = /^(.+)\.localhost:\d+$/

type Options = {
  /** How long each answer takes, so that what waits for what can be told from the times. */
  readonly delayMs: () => number
  /** And each answer to a preflight besides: no browser's throttling reaches those. */
  readonly preflightMs?: () => number
  /** Serves the app's files compressed, as production does. */
  readonly compress?: boolean
  /** Whether the document brings the emulator's script; else the browser has it beforehand, as in LINE. */
  readonly shim?: () => boolean
}

/** The whole campaign with one built app, on one port, with a registered customer. */
export async function openPlace(
  dist: string,
  { delayMs, preflightMs = () => 0, compress = true, shim = () => true }: Options,
) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const arrivals: Arrival[] = []
  const withheld = new Map<string, string>()
  const arrived = new EventEmitter()
  let visits = 0
  const http = createServer()
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${(http.address() as AddressInfo).port}`
  const read = readSettings(
    { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'fatal', TRUST_PROXY: '1', ALLOWED_ORIGINS: url },
    'emulator',
  )
  if (!read.ok) throw new Error(read.errors.join('\n'))
  const stack = await openStack(read.settings, { origin: url, dist: () => dist, compress })
  const { injectShim } = stack.emulator
  Object.assign(stack.emulator, { injectShim: (html: string) => (shim() ? injectShim(html) : html) })
  await stack.api.deps.db.updateTable('campaign').set({ allow_external_browser: 1 }).execute()

  http.on('request', (incoming, outgoing) => {
    // Each visit from an address of its own: one customer's many visits are no attack.
    incoming.rawHeaders.push('X-Forwarded-For', `10.0.${visits >> 8}.${visits & 255}`)
    const { pathname } = new URL(incoming.url ?? '/', url)
    const [, lineHost, linePath = '/'] = LINE_PATH.exec(pathname) ?? []
    const [, otherHost] = OTHER_HOST.exec(incoming.headers.host ?? '') ?? []
    if (otherHost !== undefined) asPlainHost(incoming, new URL(url).host)
    const arrival: Arrival = {
      method: incoming.method ?? 'GET',
      host: lineHost ?? otherHost ?? 'app',
      path: lineHost === undefined ? pathname : linePath,
      at: Date.now(),
      end: Number.POSITIVE_INFINITY,
      bytes: 0,
    }
    // The emulator's own script stands in for LINE's app, and the browser asks for the icon by itself.
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
      await stack.answer(incoming, outgoing).catch(error => reportUnanswered(error, incoming, outgoing))
    }, wait)
  })

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
  const reply = await fetch(`${url}/api/authorization/register`, { method: 'POST', body: form })
  if (reply.status !== 200) throw new Error(`register answered ${reply.status}`)
  const { customerId } = (await reply.json()) as { customerId: string }
  for (const name of compress ? await readdir(join(dist, 'assets')) : [])
    await fetch(`${url}/assets/${name}`, { headers: { 'Accept-Encoding': 'br' } }).then(answer =>
      answer.arrayBuffer(),
    )
  arrivals.length = 0

  return {
    url,
    arrivals,
    /** Of the paths here no answer goes out before the other path has been asked for. */
    withheld,
    customerId,
    /** Puts the customer's phone on the desk, or a newcomer's: LINE's own browser, or the phone's. */
    phone(kind: 'line' | 'browser', worker = kind === 'browser', newcomer = false) {
      const user = newcomer ? { userId: `U${'c'.repeat(32)}`, displayName: 'ปิติ' } : customer
      visits += 1
      control.loadNamed(kind === 'line' ? 'friend' : 'not-in-client')
      control.patch({
        environment: { serviceWorker: worker },
        users: [user],
        user: user.userId,
        friendships: { [user.userId]: 'friend' },
      })
    },
    async close() {
      http.closeAllConnections()
      await new Promise(resolve => http.close(resolve))
      await stack.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** To the servers behind it every host is the one that they know. */
function asPlainHost(incoming: IncomingMessage, host: string): void {
  incoming.headers.host = host
  const at = incoming.rawHeaders.findIndex((word, index) => index % 2 === 0 && word.toLowerCase() === 'host')
  incoming.rawHeaders[at + 1] = host
}
