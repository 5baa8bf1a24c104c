import * as v from 'valibot'
import { compareVersion } from '../compare-version.ts'
import { receiveMessages } from '../platform/picking.ts'
import { customPathOf } from '../scenario/mini-app.ts'
import { invalidAt, type Parsed } from '../scenario/parse.ts'
import { type App, liffIdSchema, userIdSchema } from '../scenario/schema.ts'
import { linkBelow } from '../url-below.ts'
import type { Line } from '../world/line.ts'
import { appOf, endpointOf } from '../world/selectors.ts'
import { command } from './command.ts'

const sharedPage = v.strictObject({
  /** URL of the open page. Its origin is the base of an endpoint that is only a path. */
  url: v.pipe(v.string(), v.url()),
  /** Default: the first app. */
  liffId: v.optional(liffIdSchema),
  /** Default: the current user. */
  userId: v.optional(userIdSchema),
})

export type SharedPage = {
  /** The id to send to `POST layer-closed`. */
  readonly id: string
  readonly url: string
  readonly link: string
}

/** The first LINE version that shares MINI Apps under miniapp.line.me. */
const MINI_APP_LINKS = '13.20.0'

function liffUrl(app: App, lineVersion: string): string {
  const isMini = app.miniApp !== null && compareVersion(lineVersion, MINI_APP_LINKS) >= 0
  return isMini
    ? `https://miniapp.line.me/${customPathOf(app) ?? app.liffId}`
    : `https://liff.line.me/${app.liffId}`
}

/** Returns the permanent link. Outside the endpoint, a MINI App has its LIFF URL, and a LIFF app has none (null). */
function sharedLink(app: App, page: string, lineVersion: string): string | null {
  const below = linkBelow(endpointOf(app, new URL(page).origin), page)
  if (below === null && app.miniApp === null) return null
  return liffUrl(app, lineVersion) + (below ?? '')
}

function messageFor({ name }: App, link: string): Readonly<Record<string, unknown>> {
  const picture = `https://profile.line-scdn.net/oa/${encodeURIComponent(name)}`
  const text = (content: string, more: object) => ({ type: 'text', text: content, ...more })
  const body = {
    type: 'box',
    layout: 'horizontal',
    spacing: 'md',
    action: { type: 'uri', uri: link },
    contents: [
      { type: 'image', url: picture, size: 'xxs', flex: 0 },
      {
        type: 'box',
        layout: 'vertical',
        contents: [text(name, { weight: 'bold' }), text(link, { size: 'xs', wrap: true, color: '#767676' })],
      },
    ],
  }
  return { type: 'flex', altText: `${name} ${link}`.slice(0, 400), contents: { type: 'bubble', body } }
}

export function createShareActions(line: Line) {
  return {
    /** Starts sharing the open page, like LINE's action button. The user then selects recipients. */
    sharePage: command(sharedPage, ({ url: page, ...given }): Parsed<SharedPage> => {
      const { scenario } = line.world()
      const { liffId = scenario.apps[0]?.liffId ?? '', userId = scenario.user } = given
      const app = appOf(scenario, liffId)
      if (app === undefined) return invalidAt('liffId', 'expected the LIFF id of an app of the scenario')
      const link = sharedLink(app, page, scenario.environment.lineVersion)
      if (link === null)
        return invalidAt('url', `expected a page of the app, whose endpoint URL is ${app.endpointUrl}`)
      const ott = `ott_${line.secret()}`
      const data = JSON.stringify({ messages: [messageFor(app, link)], isMultiple: true })
      receiveMessages(line, ott, { userId, liffId, result: 'WAIT' }, data)
      const query = new URLSearchParams({ liffId, ott })
      const url = `https://access.line.me/oauth2/v2.1/liff/shareTargetPicker?${query}`
      return { ok: true, value: { id: ott, url, link } }
    }),
  }
}
