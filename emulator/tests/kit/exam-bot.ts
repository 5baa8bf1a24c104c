import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises' // for the bot that answers too late
import { HTTPFetchError, messagingApi, validateSignature, type webhook } from '@line/bot-sdk'
import type { CheckId } from '#emulator/exam/report.ts'
import type { LiffEmulator } from '#emulator/index.ts'
import { passOn } from './bot-server.ts'
import { listen } from './listen.ts'

export type Mistake =
  | CheckId
  | 'forgedWithoutHeader'
  | 'ignoresRedeliveries'
  | 'unsendReply'
  | 'keyless'
  | 'pushesAfter409'

type Client = messagingApi.MessagingApiClient

const statusOf = (error: unknown): number => (error instanceof HTTPFetchError ? error.status : 0)

/** Pushes a text, and retries after an error from LINE or the network. */
async function push(client: Client, to: string, text: string, mistake: Mistake | null): Promise<void> {
  const key = crypto.randomUUID()
  const message = { to, messages: [{ type: 'text' as const, text }] }
  for (let attempt = 1; attempt <= 3; attempt += 1)
    try {
      const given = attempt > 1 && mistake === 'retryKey' ? crypto.randomUUID() : key
      await client.pushMessage(message, mistake === 'keyless' ? undefined : given)
      return
    } catch (error) {
      const status = statusOf(error)
      if (status === 409 && mistake === 'pushesAfter409') await client.pushMessage(message)
      if (status === 409) return
      if (status !== 0 && status < 500) throw error
    }
}

function createBot(client: Client, mistake: Mistake | null) {
  const handled = new Set<string>()
  const newest = new Map<string, number>()
  let delayed = false

  async function reply(event: webhook.Event, text: string): Promise<void> {
    const { replyToken = '' } = event as { readonly replyToken?: string }
    const { userId, groupId, roomId } = Object(event.source)
    const message = { replyToken, messages: [{ type: 'text' as const, text }] }
    try {
      await client.replyMessage(message)
      if (mistake === 'replyOnce') await client.replyMessage(message).catch(() => null)
    } catch (error) {
      if (statusOf(error) === 500 && mistake === 'lineError') throw error
      if (statusOf(error) !== 400 || mistake === 'replyLate') return
      if (text.length <= 5_000 && replyToken !== '')
        await push(client, groupId ?? roomId ?? userId, text, mistake)
    }
  }

  async function onMessage(event: webhook.MessageEvent): Promise<void> {
    const { message, source } = event
    if (mistake === 'noText') (message as webhook.TextMessageContent).text.trim()
    if (mistake === 'unknown' && !['text', 'sticker', 'image'].includes(message.type))
      throw new Error('unknown')
    if (mistake === 'slow' && message.type === 'image' && !delayed) {
      delayed = true
      await delay(2_100)
    }
    if (mistake === 'group' && source?.type !== 'user')
      await client.getProfile(String(Object(source).userId)).catch(() => null)
    if (message.type !== 'text') return
    const text = `You said: ${message.text}`
    await reply(event, mistake === 'longText' ? text : [...text].slice(0, 4_000).join(''))
  }

  async function onEvent(event: webhook.Event): Promise<void> {
    if (mistake === 'standby' && event.mode === 'standby')
      await push(client, String(Object(event.source).userId), 'Hello', null)
    if (event.mode !== 'active') return
    if (mistake === 'ignoresRedeliveries' && event.deliveryContext.isRedelivery) return
    if (mistake !== 'redelivery' && handled.has(event.webhookEventId)) return
    handled.add(event.webhookEventId)
    const from = JSON.stringify(event.source)
    if (mistake === 'order' && event.timestamp < (newest.get(from) ?? 0)) return
    newest.set(from, event.timestamp)
    if (event.type === 'message') return onMessage(event)
    if (event.type === 'follow' || event.type === 'join') return reply(event, 'Welcome')
    if (event.type === 'postback')
      return reply(event, mistake === 'noMessage' ? Object(event).message.text : event.postback.data)
    if (event.type === 'unfollow' && mistake === 'noReplyToken') return reply(event, 'Goodbye')
    if (event.type === 'unsend' && mistake === 'unsendReply') return reply(event, 'I saw that')
  }

  return async (body: string): Promise<void> => {
    const { events } = JSON.parse(body) as webhook.CallbackRequest
    if (mistake === 'verify') String(events[0]?.type.length) === 'undefined' && JSON.parse('')
    for (const event of mistake === 'batch' ? events.slice(0, 1) : events)
      await onEvent(event).catch(error => {
        const isQuota = statusOf(error) === 429
        if (!isQuota || mistake === 'quota') throw error
      })
  }
}

function isSigned(raw: Buffer, signature: unknown, secret: string, mistake: Mistake | null): boolean {
  if (mistake === 'forged') return true
  if (signature === undefined) return mistake === 'forgedWithoutHeader'
  const text = raw.toString(mistake === 'emoji' ? 'latin1' : 'utf8')
  const signed = mistake === 'signatureBytes' ? JSON.stringify(JSON.parse(text)) : text
  return validateSignature(signed, secret, String(signature))
}

/** Starts a bot that makes at most one mistake, and that answers a webhook after its calls. */
export async function startExamBot(emulator: LiffEmulator, mistake: Mistake | null = null) {
  const { channelSecret, accessToken: channelAccessToken } = emulator.scenario().messaging
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.url !== '/webhook') return passOn(emulator, incoming, outgoing)
    const raw = await buffer(incoming)
    if (!isSigned(raw, incoming.headers['x-line-signature'], channelSecret, mistake))
      return outgoing.writeHead(401).end()
    const status = await handle(raw.toString('utf8')).then(
      () => 200,
      () => 500,
    )
    return outgoing.writeHead(status).end()
  })
  const { url: origin, close } = await listen(server)
  const handle = createBot(
    new messagingApi.MessagingApiClient({ channelAccessToken, baseURL: origin }),
    mistake,
  )
  return { url: `${origin}/webhook`, close }
}
