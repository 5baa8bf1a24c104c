import * as v from 'valibot'
import type { ServerDeps } from '#server/deps.ts'
import { ApiError } from '#server/errors.ts'
import type { RateLimit } from '#server/http/rate-limit.ts'
import { guardLine } from './line-guard.ts'
import type { LineUser } from './line-user.ts'

const VERIFY_URL = 'https://api.line.me/oauth2/v2.1/verify'
const PROFILE_URL = 'https://api.line.me/v2/profile'
const TIMEOUT_MS = 3000
/** Characters of a bearer token (RFC 6750). LINE's tokens are much longer than the minimum. */
const TOKEN_SHAPE = /^[A-Za-z0-9._~+/-]{20,1024}={0,2}$/

const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403])

const verified = v.object({ client_id: v.string(), expires_in: v.number() })
const refused = v.object({ error_description: v.string() })
const profile = v.object({
  userId: v.string(),
  displayName: v.optional(v.string()),
  pictureUrl: v.optional(v.string()),
})

/**
 * Verifies a LINE access token, for launches without the `openid` scope: LINE confirms that the token was issued for
 * this channel and has not expired.
 */
export async function verifyAccessToken(
  deps: Pick<ServerDeps, 'line' | 'clock'>,
  accessToken: string,
  limit: RateLimit['take'],
): Promise<LineUser> {
  if (!TOKEN_SHAPE.test(accessToken)) throw new ApiError('LINE_TOKEN_INVALID')
  return guardLine({ ...deps, limit }, accessToken, () => askLine(deps.line, accessToken))
}

async function askLine(line: ServerDeps['line'], accessToken: string): Promise<LineUser> {
  const url = new URL(VERIFY_URL)
  url.searchParams.set('access_token', accessToken)
  const answer = await callLine(line, url, {})
  if (answer.status === 400 && isExpired(answer.body)) throw new ApiError('LINE_TOKEN_EXPIRED')
  const token = parseAnswer(verified, answer)
  if (token.client_id !== line.channelId) throw new ApiError('LINE_TOKEN_INVALID')
  if (token.expires_in <= 0) throw new ApiError('LINE_TOKEN_EXPIRED')
  const owner = parseAnswer(
    profile,
    await callLine(line, new URL(PROFILE_URL), { Authorization: `Bearer ${accessToken}` }),
  )
  return {
    lineUserId: owner.userId,
    displayName: owner.displayName ?? null,
    pictureUrl: owner.pictureUrl ?? null,
  }
}

type LineAnswer = { readonly status: number; readonly body: unknown }

async function callLine(
  line: ServerDeps['line'],
  url: URL,
  headers: Record<string, string>,
): Promise<LineAnswer> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await line.fetch(new Request(url, { headers, signal, redirect: 'manual' }))
    const { status } = response
    if (status !== 200 && !REFUSALS.has(status)) throw new Error(`LINE answered ${status}`)
    return { status, body: await response.json().catch(() => null) }
  } catch (cause) {
    throw new ApiError('LINE_UNAVAILABLE', { cause })
  }
}

function parseAnswer<S extends v.GenericSchema>(schema: S, answer: LineAnswer): v.InferOutput<S> {
  if (answer.status !== 200) throw new ApiError('LINE_TOKEN_INVALID')
  const result = v.safeParse(schema, answer.body)
  // An invalid response came from a server in between, not from LINE.
  if (!result.success)
    throw new ApiError('LINE_UNAVAILABLE', { cause: new Error('LINE’s answer is not valid') })
  return result.output
}

function isExpired(body: unknown): boolean {
  return v.is(refused, body) && /expired/i.test(body.error_description)
}
