import { createHash } from 'node:crypto'
import { availabilityOf } from '../scenario/availability.ts'
import { channelIdOf } from '../scenario/channel.ts'
import { customPathOf, scopesOf } from '../scenario/mini-app.ts'
import type { App, Environment } from '../scenario/schema.ts'
import { endpointOf } from '../world/selectors.ts'
import { asciiJson, base64url } from './jwt.ts'
import { DARK, LIGHT } from './menu-colors.ts'

export type ContextRequest = {
  readonly app: App
  readonly environment: Environment
  readonly origin: string
  /** Null if no user is signed in. */
  readonly session: { readonly userId: string; readonly accessToken: string } | null
}

/** `UU` and 128 hexadecimal digits that depend only on the user, official account and channel. */
function utouIdOf(app: App, userId: string): string {
  const chat = `${channelIdOf(app.liffId)} ${app.officialAccount?.id ?? ''} ${userId}`
  return `UU${createHash('sha512').update(chat).digest('hex')}`
}

/** LINE does not document this hash, but its examples are as long as OpenID Connect's `at_hash`. */
function accessTokenHash(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
}

/** Returns the result of `liff.getContext()`, from which the SDK also derives its features. */
export function liffContext({ app, environment, origin, session }: ContextRequest): Record<string, unknown> {
  const inside = environment.kind === 'liff'
  const context: Record<string, unknown> = {
    type: inside ? 'utou' : 'external',
    ...(inside && session !== null ? { utouId: utouIdOf(app, session.userId) } : {}),
    ...(session !== null
      ? { userId: session.userId, accessTokenHash: accessTokenHash(session.accessToken) }
      : {}),
    liffId: app.liffId,
    endpointUrl: endpointOf(app, origin),
    viewType: app.viewType,
    permanentLinkPattern: 'concat',
    scope: scopesOf(app),
    availability: availabilityOf(app),
    utsTracking: { mode: 'none' },
    menuColorSetting: {
      adaptableColorSchemes: environment.colorScheme === 'dark' ? ['light', 'dark'] : ['light'],
      lightModeColor: LIGHT,
      darkModeColor: DARK,
    },
    miniDomainAllowed: app.miniApp !== null,
    miniAppId: customPathOf(app),
    profilePlus: { regionCode: 'TH' },
    ...app.context,
  }
  return Object.fromEntries(Object.entries(context).filter(([, value]) => value !== null))
}

/** The SDK does not verify the signature. */
export function contextToken(context: Record<string, unknown>): string {
  const header = base64url(asciiJson({ typ: 'JWT', alg: 'HS256' }))
  return `${header}.${base64url(asciiJson(context))}.${base64url('emulated')}`
}
