import { availabilityOf } from '../scenario/availability.ts'
import type { App, Environment } from '../scenario/schema.ts'
import { channelIdOf } from '../world/channel.ts'
import { endpointOf } from '../world/questions.ts'
import { asciiJson, base64url } from './jwt.ts'

const LIGHT = {
  iconColor: '#111111',
  statusBarColor: 'BLACK',
  titleTextColor: '#111111',
  titleSubtextColor: '#B7B7B7',
  titleButtonColor: '#111111',
  titleBackgroundColor: '#FFFFFF',
  progressBarColor: '#06C755',
  progressBackgroundColor: '#FFFFFF',
  titleButtonAreaBackgroundColor: '#1FFFFFFF',
  titleButtonAreaBorderColor: '#26000000',
  baseBackgroundColor: '#FFFFFF',
  baseTextColor: '#000000',
  lightButtonBorderColor: 'rgba(0, 0, 0, 0.15)',
}

const DARK = {
  iconColor: '#FFFFFF',
  statusBarColor: 'WHITE',
  titleTextColor: '#FFFFFF',
  titleSubtextColor: '#949494',
  titleButtonColor: '#FFFFFF',
  titleBackgroundColor: '#111111',
  progressBarColor: '#06C755',
  progressBackgroundColor: '#111111',
  titleButtonAreaBackgroundColor: '#1FFFFFFF',
  titleButtonAreaBorderColor: '#26000000',
  baseBackgroundColor: '#000000',
  baseTextColor: '#FFFFFF',
  lightButtonBorderColor: 'rgba(255, 255, 255, 0.5)',
}

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
