import { availabilityOf } from '../scenario/availability.ts'
import { channelIdOf } from '../scenario/channel.ts'
import type { App, Environment } from '../scenario/schema.ts'
import { endpointOf } from '../world/selectors.ts'
import { asciiJson, base64url } from './jwt.ts'
import { DARK, LIGHT } from './menu-colors.ts'

export type ContextRequest = {
  readonly app: App
  readonly environment: Environment
  /** Origin to which an endpoint that is only a path is relative. */
  readonly origin: string
  /** User who is signed in to the page; null if there is none. */
  readonly userId: string | null
}

/** Returns the LIFF context: the result of `liff.getContext()`, from which the SDK also derives its features. */
export function liffContext({ app, environment, origin, userId }: ContextRequest): Record<string, unknown> {
  const inside = environment.kind === 'liff'
  const context: Record<string, unknown> = {
    type: inside ? 'utou' : 'external',
    ...(inside ? { utouId: `UU${channelIdOf(app.liffId)}` } : {}),
    ...(userId !== null ? { userId } : {}),
    liffId: app.liffId,
    endpointUrl: endpointOf(app, origin),
    viewType: app.viewType,
    permanentLinkPattern: 'concat',
    scope: app.scopes,
    availability: availabilityOf(app),
    utsTracking: { mode: 'none' },
    menuColorSetting: {
      adaptableColorSchemes: environment.colorScheme === 'dark' ? ['light', 'dark'] : ['light'],
      lightModeColor: LIGHT,
      darkModeColor: DARK,
    },
    miniDomainAllowed: false,
    profilePlus: { regionCode: 'TH' },
    ...app.context,
  }
  return Object.fromEntries(Object.entries(context).filter(([, value]) => value !== null))
}

/** Returns the context as a token. The SDK decodes its payload and does not verify the signature. */
export function contextToken(context: Record<string, unknown>): string {
  const header = base64url(asciiJson({ typ: 'JWT', alg: 'HS256' }))
  return `${header}.${base64url(asciiJson(context))}.${base64url('emulated')}`
}
