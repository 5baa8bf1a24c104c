import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { messagingApi, validateSignature, type webhook } from '@line/bot-sdk'
import type { LiffEmulator } from '#emulator/index.ts'
import type { LiffHost } from './liff-host.ts'
import { listen } from './listen.ts'

const { MessagingApiBlobClient, MessagingApiClient } = messagingApi

export type BotServer = Awaited<ReturnType<typeof startBotServer>>

/**
 * Passes an SDK call to the emulated LINE, and breaks the connection if a fault asks for it. The SDK of a back end
 * under `liff-emulator exec` calls the real hosts; here it calls this server: by name for `api.line.me`, and by address
 * for `api-data.line.me`.
 */
export async function passOn(emulator: LiffEmulator, incoming: IncomingMessage, outgoing: ServerResponse) {
  const { method = 'GET', url = '/', headers } = incoming
  const host = headers.host?.startsWith('127.') ? 'api-data.line.me' : 'api.line.me'
  const { authorization = '', 'content-type': type = 'application/json', 'x-line-retry-key': key } = headers
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const request = new Request(`https://${host}${url}`, {
    method,
    headers: {
      authorization,
      'content-type': type,
      ...(typeof key === 'string' ? { 'x-line-retry-key': key } : {}),
    },
    ...(hasBody ? { body: new Uint8Array(await buffer(incoming)) } : {}),
  })
  const answer = await emulator.lineFetch(request).catch(() => null)
  if (answer === null) return outgoing.destroy()
  outgoing.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
  return outgoing.end(new Uint8Array(await answer.arrayBuffer()))
}

/**
 * Starts a bot for the host's official account on its own server. The bot checks webhooks, reads them and answers with
 * the unmodified `@line/bot-sdk`. LINE sends it no webhooks until the bot's URL is set.
 */
export async function startBotServer(host: LiffHost) {
  const { channelSecret, accessToken: channelAccessToken } = host.emulator.scenario().messaging
  const events: webhook.Event[] = []
  let forged = 0
  let statuses: number[] = []
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.url !== '/webhook') return void (await passOn(host.emulator, incoming, outgoing))
    const body = await text(incoming)
    const signature = String(incoming.headers['x-line-signature'])
    if (!validateSignature(body, channelSecret, signature)) {
      forged += 1
      outgoing.writeHead(401).end()
      return
    }
    events.push(...(JSON.parse(body) as webhook.CallbackRequest).events)
    outgoing.writeHead(statuses.shift() ?? 200).end()
  })
  const { port, close } = await listen(server)
  return {
    url: `http://localhost:${port}/webhook`,
    events: (): readonly webhook.Event[] => events,
    forged: () => forged,
    /** Sets the statuses of the next answers; later ones are 200. */
    answerWith(...next: number[]) {
      statuses = next
    },
    client: new MessagingApiClient({ channelAccessToken, baseURL: `http://localhost:${port}` }),
    files: new MessagingApiBlobClient({ channelAccessToken, baseURL: `http://127.0.0.1:${port}` }),
    close,
  }
}
