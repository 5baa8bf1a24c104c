import { ownEntry } from '../own-entry.ts'
import type { Scope, User } from '../scenario/schema.ts'
import { tokenScopes, userOf } from '../world/selectors.ts'
import type { AccessToken } from '../world/state.ts'
import { apiError } from './responses.ts'
import type { LineCall } from './route.ts'

type Caller = { readonly record: AccessToken; readonly user: User }

export function bearerOf(request: Request): string | null {
  return /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null
}

export function tokenProblem(call: LineCall, token: string): string | null {
  const record = ownEntry(call.line.world().accessTokens, token)
  if (record === undefined) return 'invalid token'
  if (record.revoked) return 'The access token revoked'
  if (record.expiresAt <= call.line.now()) return 'The access token expired'
  return null
}

/** Returns a 401 response for an invalid token, and 403 if the user has not granted the scope. */
export function callerOf(call: LineCall, scope?: Scope): Caller | Response {
  const token = bearerOf(call.request)
  if (token === null) return apiError(401, 'invalid token')
  const problem = tokenProblem(call, token)
  if (problem !== null) return apiError(401, problem)
  const world = call.line.world()
  const record = ownEntry(world.accessTokens, token)
  const user = record && userOf(world.scenario, record.userId)
  if (record === undefined || user === undefined) return apiError(401, 'invalid token')
  if (scope !== undefined && !tokenScopes(world.scenario, record.scopes).includes(scope))
    return apiError(403, "The user doesn't grant required permissions yet")
  return { record, user }
}

/** Calls `handler` with the caller if the access token is valid and the user has granted the scope. */
export function withCaller(
  handler: (call: LineCall, caller: Caller) => Response | Promise<Response>,
  scope?: Scope,
) {
  return (call: LineCall): Response | Promise<Response> => {
    const caller = callerOf(call, scope)
    return caller instanceof Response ? caller : handler(call, caller)
  }
}

/** Returns the request's channel access token if it is valid. */
export function channelTokenOf({ line, request }: LineCall) {
  const token = ownEntry(line.world().channelTokens, bearerOf(request) ?? '')
  return token !== undefined && token.expiresAt > line.now() ? token : null
}
