import { createServer, type Server } from 'node:http'
import { HTTPFetchError, messagingApi, middleware, type webhook } from '@line/bot-sdk'
import { createLiffEmulator, type LiffEmulator } from '#emulator/index.ts'
import { isLineHost } from '#emulator/line-hosts.ts'
import { listen } from './listen.ts'

const SECRET = '5ec2e75ec2e75ec2e75ec2e75ec2e75e'
const TOKEN = 'emulated-channel-access-token'

export type Load = {
  readonly users: number
  readonly pushes: number
  readonly multicasts: number
  readonly webhooks: number
  /** Number of requests that the back end sends at the same time. */
  readonly concurrency: number
}

const loadUserId = (index: number): string => `U${index.toString(16).padStart(32, '0')}`

export const loadRetryKey = (index: number): string =>
  // The multiplication makes the first digits look as random as a real key's.
  `${(Math.imul(index, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0')}-0000-4000-8000-${index.toString(16).padStart(12, '0')}`

async function listening(server: Server): Promise<string> {
  const { port } = await listen(server)
  return `http://localhost:${port}`
}

/** Starts a bot with LINE's own SDK that replies to each message. Returns the events that the bot received. */
async function startBot(client: messagingApi.MessagingApiClient) {
  const events: webhook.Event[] = []
  const check = middleware({ channelSecret: SECRET })
  const server = createServer((request, outgoing) => {
    const incoming = Object.assign(request, { body: undefined as unknown })
    void check(incoming, outgoing, async (error?: unknown) => {
      if (error !== undefined) return outgoing.writeHead(401).end()
      for (const event of (incoming.body as webhook.CallbackRequest).events) {
        events.push(event)
        if (event.type !== 'message') continue
        const { replyToken = '' } = event
        await client.replyMessage({ replyToken, messages: [{ type: 'text', text: 'OK' }] })
      }
      return outgoing.writeHead(200).end()
    })
  })
  return { events, url: await listening(server), server }
}

/** Redirects this process's requests for LINE's hosts to the emulator. Returns a function that ends the redirection. */
export function sendToEmulator(emulator: LiffEmulator): () => void {
  const real = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init)
    return isLineHost(new URL(request.url).hostname) ? emulator.lineFetch(request) : real(request)
  }
  return () => {
    globalThis.fetch = real
  }
}

/** Starts an emulated LINE with many friends, and a bot on a port. LINE's SDK in this process calls the emulator. */
export async function startLoad({ users }: Pick<Load, 'users'>) {
  const ids = Array.from({ length: users }, (_, at) => loadUserId(at + 1))
  const client = new messagingApi.MessagingApiClient({ channelAccessToken: TOKEN })
  const bot = await startBot(client)
  const emulator = await createLiffEmulator({ messaging: { webhook: bot.url } })
  const friends = ids.map((userId, at) => ({ userId, displayName: `User ${at + 1}` }))
  const loaded = emulator.control.patch({
    users: [...emulator.scenario().users, ...friends],
    friendships: Object.fromEntries(ids.map(userId => [userId, 'friend'])),
  })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problem))
  const restore = sendToEmulator(emulator)
  async function stop(): Promise<void> {
    restore()
    await emulator.close()
    bot.server.close()
    bot.server.closeAllConnections()
  }
  return { emulator, client, events: bot.events, ids, stop }
}

/** Calls `work` for 0, 1, … `count` - 1, at most `concurrency` at the same time. */
export async function inParallel(
  count: number,
  concurrency: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let index = next; index < count; index = next) {
      next += 1
      await work(index)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

const hello = { type: 'text', text: 'Hello' } as const

type Running = Awaited<ReturnType<typeof startLoad>>

export async function pushOnce({ client, ids }: Running, index: number): Promise<boolean> {
  const to = ids[index % ids.length] ?? ''
  try {
    await client.pushMessage({ to, messages: [hello] }, loadRetryKey(index))
    return true
  } catch (error) {
    if (error instanceof HTTPFetchError && error.status === 409) return false
    throw error
  }
}

export async function multicastOnce({ client, ids }: Running, index: number): Promise<void> {
  const start = (index * 500) % ids.length
  const to = Array.from({ length: 500 }, (_, at) => ids[(start + at) % ids.length] ?? '')
  await client.multicast({ to, messages: [hello] })
}

/** Sends a chat message as one user, which causes a webhook and the bot's reply. */
export function writeOnce({ emulator, ids }: Running, index: number): void {
  const said = emulator.control.chat({ userId: ids[index % ids.length], text: `Message ${index}` })
  if (!said.ok) throw new Error(JSON.stringify(said.problem))
}

/**
 * Counts the array items and object fields that a change of the state has copied: all items and fields of each array
 * and object that was not part of the state before.
 */
function copiedItems(before: unknown, after: unknown): number {
  if (typeof after !== 'object' || after === null || after === before) return 0
  if (Array.isArray(after)) {
    const known = new Set<unknown>(Array.isArray(before) ? before : [])
    const changed = after.filter(item => !known.has(item))
    const last = Array.isArray(before) ? before.at(-1) : undefined
    return after.length + changed.reduce<number>((sum, item) => sum + copiedItems(last, item), 0)
  }
  const old = Object(before) as Readonly<Record<string, unknown>>
  const entries = Object.entries(after)
  return entries.reduce((sum, [key, value]) => sum + copiedItems(old[key], value), entries.length)
}

/** Counts how many items of the emulated LINE's state each change copies, until `stop` is called. */
export function countCopies(emulator: LiffEmulator) {
  let before: unknown = emulator.export().world
  let copied = 0
  const stop = emulator.subscribe(() => {
    const { world } = emulator.export()
    copied += copiedItems(before, world)
    before = world
  })
  return { stop, total: () => copied }
}
