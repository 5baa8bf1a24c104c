import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '#server/config.ts'
import { profileForm } from '#tests/kit/server.ts'
import { openStack } from '#tools/stack.ts'

/** One request as it came to the place. Times in milliseconds since 1970. */
export type Arrival = {
  readonly method: string
  /** The host it is meant for: the app's own is `app`. */
  readonly host: string
  readonly path: string
  /** Under its own host a browser would have asked for permission first (CORS). */
  readonly preflight: boolean
  readonly at: number
  end: number
  /** Of its answer's body. */
  bytes: number
}

export type Place = Awaited<ReturnType<typeof openPlace>>

const LINE_PATH = /^\/__line\/([^/]+)(\/.*)?$/

/**
 * The whole campaign with one built app, on one port, with a registered customer. Each answer takes `delayMs`, so that
 * what waits for what can be told from the times.
 */
export async function openPlace(dist: string, delayMs: () => number, compress = true) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const arrivals: Arrival[] = []
  let visits = 0
  const http = createServer()
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${(http.address() as AddressInfo).port}`
  const read = readSettings(
    { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'fatal', TRUST_PROXY: '1' },
    'emulator',
  )
  if (!read.ok) throw new Error(read.errors.join('\n'))
  const stack = await openStack(read.settings, { origin: url, dist: () => dist, compress })
  await stack.api.deps.db.updateTable('campaign').set({ allow_external_browser: 1 }).execute()

  http.on('request', (incoming, outgoing) => {
    // Each visit from an address of its own: one customer's many visits are no attack.
    incoming.rawHeaders.push('X-Forwarded-For', `10.0.${visits >> 8}.${visits & 255}`)
    const { pathname } = new URL(incoming.url ?? '/', url)
    const [, lineHost, linePath = '/'] = LINE_PATH.exec(pathname) ?? []
    const headers = incoming.headers
    const simple = /^(application\/x-www-form-urlencoded|multipart\/|text\/plain|$)/
    const arrival: Arrival = {
      method: incoming.method ?? 'GET',
      host: lineHost ?? 'app',
      path: lineHost === undefined ? pathname : linePath,
      preflight:
        lineHost !== undefined &&
        headers['sec-fetch-dest'] === 'empty' &&
        (headers.authorization !== undefined || !simple.test(headers['content-type'] ?? '')),
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
    setTimeout(() => stack.answer(incoming, outgoing).catch(() => outgoing.destroy()), delayMs())
  })

  const { control } = stack.emulator
  const userId = `U${'b'.repeat(32)}`
  const token = await control.token({ userId, displayName: 'มานี ใจดี' })
  if (!token.ok) throw new Error(token.problem.message)
  const form = new URLSearchParams({
    ...profileForm,
    phone: '0812345678',
    consentTerms: 'true',
    consentPrivacy: 'true',
    lineUserId: userId,
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
    customerId,
    /** Puts the customer's phone on the desk: LINE's own browser, or the phone's. */
    phone(kind: 'line' | 'browser') {
      visits += 1
      control.loadNamed(kind === 'line' ? 'friend' : 'not-in-client')
      control.patch({
        users: [{ userId, displayName: 'มานี ใจดี' }],
        user: userId,
        friendships: { [userId]: 'friend' },
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
