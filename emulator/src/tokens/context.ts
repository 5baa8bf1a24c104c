import { availabilityOf } from '../scenario/availability.ts'
import { channelIdOf } from '../scenario/channel.ts'
import type { App, Environment } from '../scenario/schema.ts'
import { endpointOf } from '../world/selectors.ts'
import { asciiJson, base64url } from './jwt.ts'
import { DARK, LIGHT } from './menu-colors.ts'

export type ContextRequest = {
  readonly app: App
  readonly environment: Environment
  /** Where endpoint paths are taken on. */
  readonly origin: string
  /** Null for a page nobody has signed in to. */
  readonly userId: string | null
}

/** The LIFF context: what `liff.getContext()` gives, and by what the SDK decides which features there are. */
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

/** The context as a token: the SDK reads its middle part and checks nothing else. */
export function contextToken(context: Record<string, unknown>): string {
  const header = base64url(asciiJson({ typ: 'JWT', alg: 'HS256' }))
  return `${header}.${base64url(asciiJson(context))}.${base64url('emulated')}`
}
