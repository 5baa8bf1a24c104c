import { createHmac, randomUUID } from 'node:crypto'
import { expect, onTestFinished } from 'vitest'
import { createLiffEmulator, type LiffEmulator } from '#emulator/index.ts'
import type { ServerDeps } from '#server/deps.ts'
import { WEBHOOK_PATH } from '#server/http/paths.ts'
import type { Fetch } from '#server/http/pipeline.ts'
import { workOnEvents } from '#server/line-webhook/work.ts'
import { setMessaging } from '#server/message-queue/channel.ts'
import { createServer } from '#server/server.ts'
import { CHANNEL_ID } from './line.ts'
import { NOON } from './noon.ts'
import { type SignedIn, type TestServer, testServer } from './server.ts'

/** The user on the emulated phone, who is a friend of the account. */
export const FRIEND = 'U4af4980629a1b2c3d4e5f60718293a4b'
export const CHANNEL_SECRET = '5ec2e75ec2e75ec2e75ec2e75ec2e75e'
export const CHAT_LIFF_ID = '2000000001-Campaign'

type Options = { readonly deps?: Partial<ServerDeps>; readonly onLog?: (line: string) => void }

/**
 * Starts the campaign's server on a port, and an emulated LINE that sends signed webhooks to the server. `me` is the
 * user on the phone, who is a customer.
 */
export async function lineChat(options: Options = {}) {
  let current: { server: TestServer; fetch: Fetch } | null = null
  const http = await createServer(
    async (request, info) => current?.fetch(request, info) ?? new Response(null, { status: 503 }),
    { port: 0, host: '127.0.0.1' },
  )
  const url = `http://127.0.0.1:${http.port}${WEBHOOK_PATH}`
  const emulator: LiffEmulator = await createLiffEmulator({
    liffId: CHAT_LIFF_ID,
    messaging: { webhook: url },
    clock: () => current?.server.clock.now() ?? NOON,
  })
  const server: TestServer = await testServer({
    ...options,
    deps: {
      messaging: {
        accessToken: 'emulated-channel-access-token',
        liffId: CHAT_LIFF_ID,
        channelSecret: CHANNEL_SECRET,
      },
      line: {
        // The tests' sign-ins use a separate fake LINE, with the same clock.
        fetch: request =>
          new URL(request.url).pathname.startsWith('/v2/bot/')
            ? emulator.lineFetch(request)
            : server.line.fetch(request),
        channelId: CHANNEL_ID,
        channelSecret: null,
      },
      ...options.deps,
    },
  })
  onTestFinished(async () => {
    await emulator.close()
    await http.close(1000)
  })
  current = { server, fetch: server.fetch }
  await setMessaging(server.db, true)
  const me: SignedIn = await server.signIn({ userId: FRIEND, displayName: 'ผู้ทดสอบ' })
  const events = () => server.db.selectFrom('line_webhook_event').selectAll().orderBy('at').execute()

  /** Waits until the server has processed every event that LINE has sent. */
  async function settled(): Promise<void> {
    await emulator.webhooksSettled()
    await workOnEvents(server.deps)
    const open = async () => (await events()).filter(({ state }) => /waiting|replying/.test(state)).length
    await expect.poll(open).toBe(0)
  }
  /** Returns the texts of all replies, oldest first. */
  const answers = (): string[] =>
    emulator
      .botMessages()
      .filter(({ via }) => via === 'reply')
      .map(({ messages }) =>
        messages.map(({ message }) => String((message as { text?: unknown }).text)).join('\n'),
      )
  /** Acts as a user in the chat and returns the new replies. */
  async function chat(action: object): Promise<string[]> {
    const before = answers().length
    const done = emulator.control.chat(action)
    if (!done.ok) throw new Error(done.problem.message)
    await settled()
    return answers().slice(before)
  }

  return {
    server,
    emulator,
    me,
    url,
    events,
    settled,
    answers,
    chat,
    /** Routes LINE's webhooks to another app, such as a second process on the same database. */
    serve(fetch: Fetch) {
      current = { server, fetch }
    },
  }
}

/** Returns a webhook event as LINE sends it when a customer writes a message. */
export const eventOf = (change: object = {}) => ({
  type: 'message',
  webhookEventId: randomUUID(),
  timestamp: NOON,
  mode: 'active',
  source: { type: 'user', userId: FRIEND },
  deliveryContext: { isRedelivery: false },
  replyToken: 'a-reply-token',
  message: { id: '1', type: 'text', text: 'สวัสดีค่ะ', quoteToken: 'q' },
  ...change,
})

type Post = {
  readonly body: string | Uint8Array
  /** Value of `x-line-signature`; null omits the header. By default, the correct signature. */
  readonly signature?: string | null
}
export const signatureOf = (body: string | Uint8Array, secret = CHANNEL_SECRET): string =>
  createHmac('sha256', secret).update(body).digest('base64')
export function webhookRequest({ body, signature = signatureOf(body) }: Post): Request {
  return new Request(`https://campaign.example${WEBHOOK_PATH}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature === null ? {} : { 'x-line-signature': signature }),
    },
    body: body as BodyInit,
  })
}
export const webhookOf = (...events: readonly object[]): string =>
  JSON.stringify({ destination: 'U0123456789abcdef0123456789abcdef', events })
