import { isFields } from '../fields.ts'
import { NOTIFICATION_TOKEN_LIFETIME_S, SERVICE_MESSAGES_PER_SESSION } from '../limits.ts'
import { ownEntry } from '../own-entry.ts'
import { hasVerifiedFeatures } from '../scenario/mini-app.ts'
import type { App } from '../scenario/schema.ts'
import type { Bot, NotificationToken } from '../world/bot-state.ts'
import { appOfChannel } from '../world/selectors.ts'
import { channelTokenOf, tokenProblem } from './access.ts'
import { jsonOf } from './body.ts'
import { apiError, json } from './responses.ts'
import type { LineCall, Route } from './route.ts'

type MiniApp = App & { readonly serviceMessages: NonNullable<App['serviceMessages']> }

/** Here LINE accepts short-lived and stateless tokens, but not tokens with a key id (v2.1). */
function miniAppOf(call: LineCall): { readonly app: MiniApp; readonly channelId: string } | Response {
  const token = channelTokenOf(call)
  if (token === null || token.keyId !== undefined) return apiError(401, 'invalid channel access token')
  const app = appOfChannel(call.line.world().scenario, token.channelId)
  const serviceMessages = app?.serviceMessages ?? null
  const isAllowed = app?.miniApp === null || (app !== undefined && hasVerifiedFeatures(app))
  if (app === undefined || serviceMessages === null || !isAllowed)
    return apiError(403, 'The channel is not authorized to send service messages')
  return { app: { ...app, serviceMessages }, channelId: token.channelId }
}

function withToken(bot: Bot, spent: string | null, token: string, record: NotificationToken) {
  const others = Object.entries(bot.notificationTokens).filter(([name]) => name !== spent)
  return { notificationTokens: Object.fromEntries([...others, [token, record]]) }
}

function answer(token: string, record: NotificationToken, now: number): Response {
  const { expiresAt, remaining, sessionId } = record
  const expiresIn = Math.floor((expiresAt - now) / 1000)
  return json({ notificationToken: token, expiresIn, remainingCount: remaining, sessionId })
}

/** LINE issues only one service notification token per access token. */
async function issue(call: LineCall): Promise<Response> {
  const caller = miniAppOf(call)
  if (caller instanceof Response) return caller
  const { line, request } = call
  const { liffAccessToken } = (await jsonOf(request)) ?? {}
  if (typeof liffAccessToken !== 'string' || liffAccessToken === '')
    return apiError(400, '[liffAccessToken] must not be blank')
  const { accessTokens, bot } = line.world()
  const access = ownEntry(accessTokens, liffAccessToken)
  if (access?.channelId !== caller.channelId) return apiError(401, 'invalid LIFF access token')
  if (tokenProblem(call, liffAccessToken) !== null)
    return apiError(401, `The access token ${access.revoked ? 'revoked' : 'expired'}`)
  const issued = Object.values(bot.notificationTokens)
  if (issued.some(token => token.liffAccessToken === liffAccessToken))
    return apiError(400, 'A service notification token was already issued for this access token')
  const token = line.secret(36)
  const record: NotificationToken = {
    userId: access.userId,
    liffId: caller.app.liffId,
    sessionId: line.secret(24),
    liffAccessToken,
    expiresAt: line.now() + NOTIFICATION_TOKEN_LIFETIME_S * 1000,
    remaining: SERVICE_MESSAGES_PER_SESSION,
  }
  line.dispatch({ type: 'bot-changed', change: withToken(bot, null, token, record) })
  return answer(token, record, line.now())
}

/** Responds with the token for the next message. */
async function send(call: LineCall): Promise<Response> {
  const caller = miniAppOf(call)
  if (caller instanceof Response) return caller
  const { line, request, url } = call
  if (url.searchParams.get('target') !== 'service') return apiError(400, 'target must be service')
  const { templateName, params, notificationToken } = (await jsonOf(request)) ?? {}
  if (typeof templateName !== 'string' || !isFields(params) || typeof notificationToken !== 'string')
    return apiError(400, 'templateName, params and notificationToken are required')
  const needed = ownEntry(caller.app.serviceMessages, templateName)
  if (needed === undefined) return apiError(403, 'The template is not found')
  const missing = needed.filter(name => ownEntry(params, name) === undefined)
  if (missing.length > 0) return apiError(400, `Missing parameters: ${missing.join(', ')}`)
  const { bot } = line.world()
  const token = ownEntry(bot.notificationTokens, notificationToken)
  if (token?.liffId !== caller.app.liffId || token.expiresAt <= line.now() || token.remaining === 0)
    return apiError(401, 'Invalid notifier token')
  const { userId, liffId, sessionId } = token
  const record = { ...token, remaining: token.remaining - 1 }
  const next = record.remaining === 0 ? notificationToken : line.secret(36)
  const message = { at: line.now(), userId, liffId, sessionId, templateName, params }
  const serviceMessages = [...bot.serviceMessages, message]
  const change = { ...withToken(bot, notificationToken, next, record), serviceMessages }
  line.dispatch({ type: 'bot-changed', change })
  // After the last message, LINE has no token to return.
  return record.remaining === 0 ? json({ expiresIn: 0, remainingCount: 0 }) : answer(next, record, line.now())
}

const notifier = { host: 'api.line.me', method: 'POST' } as const

export const SERVICE_MESSAGE_ROUTES: readonly Route[] = [
  { ...notifier, path: '/message/v3/notifier/token', handler: issue },
  { ...notifier, path: '/message/v3/notifier/send', handler: send },
]
