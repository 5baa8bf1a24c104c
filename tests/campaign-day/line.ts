import { createLiffEmulator } from '#emulator/index.ts'
import type { Messaging } from '#server/deps.ts'
import { WEBHOOK_PATH } from '#server/http/paths.ts'
import type { Chance } from './chance.ts'
import type { Time } from './time.ts'

const LIFF_ID = '2000000001-Campaign'
const CHANNEL_SECRET = '5ec2e75ec2e75ec2e75ec2e75ec2e75e'
export const WEBHOOK = `https://campaign.example${WEBHOOK_PATH}`

/** The state of the network between the servers and LINE. */
export type LineWeather = 'good' | 'slow' | 'lossy' | '429' | '500' | 'silent'

/** How long servers wait for LINE to answer, in milliseconds. */
const PATIENCE_MS = 10_000

/** A message that LINE has put into a person's chat. */
export type ChatMessage = { readonly userId: string; readonly at: number; readonly text: string }

export type EmulatedLine = Awaited<ReturnType<typeof openLine>>

type User = { readonly userId: string; readonly displayName: string }

/** Creates an emulated LINE with these users. All of them are friends of the official account. */
export async function openLine(
  time: Time,
  chance: Chance,
  users: readonly User[],
  onMessage: (message: ChatMessage) => void,
) {
  let weather: LineWeather = 'good'
  const emulator = await createLiffEmulator({
    liffId: LIFF_ID,
    messaging: { webhook: WEBHOOK },
    clock: time.now,
    random: chance.stream('line').bytes,
    users: [...users],
  })
  emulator.control.patch({ friendships: Object.fromEntries(users.map(({ userId }) => [userId, 'friend'])) })
  const travel = chance.stream('line network')
  const chats: ChatMessage[] = []
  let seen = 0

  /** Passes the request to LINE, then reports LINE's new messages before anything else can happen. */
  async function handle(request: Request): Promise<Response> {
    const response = await emulator.lineFetch(request)
    const sendings = emulator.botMessages()
    for (const { at, delivered, messages } of sendings.slice(seen))
      for (const userId of delivered) {
        const message = { userId, at, text: JSON.stringify(messages) }
        chats.push(message)
        onMessage(message)
      }
    seen = sendings.length
    return response
  }

  /** Sends a server's request to LINE through the network between them. */
  async function fromServer(request: Request, sleep: Time['sleep']): Promise<Response> {
    await sleep(5 + travel.below(40))
    const now = travel.is(0.7) ? weather : 'good'
    switch (now) {
      case 'good':
        return handle(request)
      case 'slow': {
        await sleep(travel.below(PATIENCE_MS - 1000))
        return handle(request)
      }
      case 'lossy': {
        if (travel.is(0.5)) await handle(request)
        throw new TypeError('fetch failed')
      }
      case '429':
        return new Response('{"message":"rate limit"}', { status: 429, headers: { 'retry-after': '60' } })
      case '500':
        return new Response('', { status: 500 })
      case 'silent':
        if (travel.is(0.5)) await handle(request)
        await sleep(PATIENCE_MS)
        throw new DOMException('The operation timed out', 'TimeoutError')
    }
  }

  return {
    emulator,
    liffId: LIFF_ID,
    channelId: LIFF_ID.split('-')[0] ?? '',
    loginSecret: null as string | null,
    messaging: {
      accessToken: 'emulated-channel-access-token',
      liffId: LIFF_ID,
      channelSecret: CHANNEL_SECRET,
    } satisfies Messaging,
    fromServer,
    setWeather(next: LineWeather) {
      weather = next
    },
    /** All chat messages, oldest first. */
    chats: (): readonly ChatMessage[] => chats,
    close: () => emulator.close(),
  }
}
