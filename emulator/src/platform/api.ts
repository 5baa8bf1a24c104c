import { checkMessages } from '../messages/check.ts'
import { ownEntry } from '../own-entry.ts'
import { scopesOf } from '../scenario/mini-app.ts'
import type { App, Scenario } from '../scenario/schema.ts'
import { contextToken, liffContext } from '../tokens/context.ts'
import { appOf, appOfChannel, friendshipOf, pictureOf, tokenScopes } from '../world/selectors.ts'
import { bearerOf, channelTokenOf, tokenProblem, withCaller } from './access.ts'
import { jsonOf } from './body.ts'
import { sent } from './messages.ts'
import { apiError, json } from './responses.ts'
import type { LineCall, Route } from './route.ts'

const profile = withCaller((_, { user }) => {
  return json({
    userId: user.userId,
    displayName: user.displayName,
    pictureUrl: pictureOf(user),
    ...(user.statusMessage !== null ? { statusMessage: user.statusMessage } : {}),
  })
}, 'profile')

const friendship = withCaller(({ line }, { record, user }) => {
  const { scenario } = line.world()
  const app = appOfChannel(scenario, record.channelId)
  if (!app?.officialAccount) return apiError(400, 'there is no login bot linked to this channel')
  return json({ friendFlag: friendshipOf(scenario, user.userId) === 'friend' })
}, 'profile')

const CHATS: readonly unknown[] = ['utou', 'room', 'group']

/** LINE requires a chat and the LIFF browser, and documents 403 otherwise. We assume the same outside LINE. */
function isOpenedFromChat({ environment }: Scenario, app: App): boolean {
  return environment.kind === 'liff' && CHATS.includes(app.context.type ?? 'utou')
}

const share = withCaller(async (call, { record, user }) => {
  const { line } = call
  const { scenario } = line.world()
  const app = appOfChannel(scenario, record.channelId)
  const hasScope = app !== undefined && scopesOf(app).includes('chat_message.write')
  if (!hasScope || record.isReload === true || !isOpenedFromChat(scenario, app))
    return apiError(403, 'not authorized')
  // LINE's text for a refused scope (github.com/cofacts/rumors-line-bot/issues/191).
  if (!tokenScopes(scenario, record.scopes).includes('chat_message.write'))
    return apiError(403, "user doesn't grant required permissions yet")
  const checked = checkMessages((await jsonOf(call.request))?.messages, 'sendMessages')
  if (!checked.ok) return json(checked.problem, 400)
  const from = { userId: user.userId, liffId: app.liffId, via: 'sendMessages' } as const
  line.dispatch({ type: 'messages-sent', messages: sent(call, from, checked.messages) })
  return json({})
})

/** Works without an access token, but rejects an invalid one. */
function context(call: LineCall): Response {
  const { line, params, origin, request } = call
  const { scenario } = line.world()
  const app = appOf(scenario, params.liffId ?? '')
  if (app === undefined) return apiError(404, 'liff app not found')
  const token = bearerOf(request)
  const problem = token === null ? null : tokenProblem(call, token)
  if (problem !== null) return apiError(401, problem)
  const userId = token === null ? null : (ownEntry(line.world().accessTokens, token)?.userId ?? null)
  const session = token === null || userId === null ? null : { userId, accessToken: token }
  return json({
    contextToken: contextToken(liffContext({ app, environment: scenario.environment, origin, session })),
  })
}

const featureToken = withCaller(({ line, params }) => {
  if (appOf(line.world().scenario, params.liffId ?? '') === undefined)
    return apiError(404, 'liff app not found')
  return json({ featureToken: `ft_${line.secret()}` })
})

/** Withdraws the user's consent and revokes the user's tokens for the channel. */
async function deauthorize(call: LineCall): Promise<Response> {
  const { line } = call
  const channel = channelTokenOf(call)
  if (channel === null) return apiError(401, 'invalid channel access token')
  const userAccessToken = (await jsonOf(call.request))?.userAccessToken
  const record = line.world().accessTokens[typeof userAccessToken === 'string' ? userAccessToken : '']
  const active = record !== undefined && !record.revoked && record.expiresAt > line.now()
  if (!active || record.channelId !== channel.channelId) return apiError(400, 'invalid token')
  line.dispatch({ type: 'deauthorized', userId: record.userId, channelId: record.channelId })
  return new Response(null, { status: 204 })
}

const api = { host: 'api.line.me' } as const

export const API_ROUTES: readonly Route[] = [
  { ...api, method: 'GET', path: '/v2/profile', handler: profile },
  { ...api, method: 'GET', path: '/friendship/v1/status', handler: friendship },
  { ...api, method: 'POST', path: '/message/v3/share', handler: share },
  { ...api, method: 'GET', path: '/liff/v2/apps/:liffId/contextToken', handler: context },
  { ...api, method: 'GET', path: '/liff/v2/apps/:liffId/featureToken', handler: featureToken },
  { ...api, method: 'POST', path: '/user/v1/deauthorize', handler: deauthorize },
]
