import { channelIdOf } from '../scenario/channel.ts'
import type { App, User } from '../scenario/schema.ts'
import { contextToken, liffContext } from '../tokens/context.ts'
import { issueTokens } from '../tokens/issue.ts'
import { grantedScopes } from '../world/selectors.ts'
import type { LineCall } from './route.ts'

export function withQuery(to: string, params: Readonly<Record<string, string>>): string {
  const url = new URL(to)
  const more = new URLSearchParams(params).toString()
  url.search = url.search === '' ? more : `${url.search.slice(1)}&${more}`
  return url.href
}

/** Adds LINE's "access denied" error. `liffOAuth2Error` makes the SDK's init fail. */
export function toDeniedUrl(to: string, state: string | null): string {
  return withQuery(to, {
    error: 'access_denied',
    error_description: 'The resource owner denied the request.',
    ...(state === null ? {} : { state }),
    liffOAuth2Error: 'true',
  })
}

/** Adds new tokens to the hash of `to`. `isReload`: the app was opened from the recently used services. */
export async function toLaunchUrl(
  call: LineCall,
  app: App,
  user: User,
  to: string,
  isReload = false,
): Promise<string> {
  const { line, origin } = call
  const { scenario } = line.world()
  const scopes = grantedScopes(scenario, user.userId, app)
  const issued = await issueTokens(line, { user, app, scopes, isReload })
  const session = { userId: user.userId, accessToken: issued.accessToken }
  const context = liffContext({ app, environment: scenario.environment, origin, session })
  const hash = new URLSearchParams({
    access_token: issued.accessToken,
    context_token: contextToken(context),
    feature_token: `ft_${line.secret()}`,
    ...(issued.idToken !== null ? { id_token: issued.idToken } : {}),
    client_id: channelIdOf(app.liffId),
    mst_challenge: line.secret(),
  })
  const url = new URL(to)
  const own = url.hash.slice(1)
  url.hash = own === '' ? hash.toString() : `${hash.toString()}&${own}`
  return url.href
}
