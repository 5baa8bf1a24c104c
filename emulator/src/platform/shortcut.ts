import { donePage } from '../pages/picker.ts'
import { unknownAppPage } from '../pages/problem.ts'
import { shortcutPage } from '../pages/sub-apps.ts'
import { textsFor } from '../pages/texts/texts-for.ts'
import { appOf, endpointOf } from '../world/selectors.ts'
import { withCaller } from './access.ts'
import { formOf } from './body.ts'
import { apiError, json } from './responses.ts'
import { getAndPost, type LineCall, type Route } from './route.ts'

const shortcut = withCaller(call => {
  const { searchParams } = call.url
  const app = appOf(call.line.world().scenario, searchParams.get('liffId') ?? '')
  if (app === undefined) return apiError(404, 'liff app not found')
  const url = searchParams.get('url')
  const description = searchParams.get('description')
  if (url === null) return apiError(400, 'url is required')
  const page = `https://liff-shortcut.line.me/page/${app.liffId}`
  if (url === endpointOf(app, call.origin) && description === null) return json({ shortcutPageUrl: page })
  const wanted = new URLSearchParams({ url, ...(description === null ? {} : { description }) })
  return json({ shortcutPageUrl: `${page}?${wanted}` })
})

/** On iOS, the page opens in the phone's browser; on Android, as a dialog in LINE. */
async function shortcutScreen(call: LineCall): Promise<Response> {
  const { searchParams, href } = call.url
  const { scenario } = call.line.world()
  const liffId = call.params.liffId ?? ''
  const app = appOf(scenario, liffId)
  if (app === undefined) return unknownAppPage(call.request, scenario, liffId)
  const texts = textsFor(scenario)
  const { shortcut: wanted } = scenario.screens
  const said = call.request.method === 'POST' ? (await formOf(call.request)).get('answer') : wanted
  if (said === 'add') return donePage(texts, texts.shortcutAdded)
  if (said === 'cancel') return donePage(texts, texts.cancelled)
  return shortcutPage(texts, {
    app,
    url: searchParams.get('url') ?? `https://liff.line.me/${liffId}`,
    description: searchParams.get('description'),
    action: href,
  })
}

const host = 'liff-shortcut.line.me'

export const SHORTCUT_ROUTES: readonly Route[] = [
  { host, method: 'GET', path: '/api/shortcut', handler: shortcut },
  ...getAndPost({ host, path: '/page/:liffId', handler: shortcutScreen }),
]
