import { browserOf } from '../build-page-config.ts'
import { answerScheme } from '../control/bridge.ts'
import type { InProcessLine } from '../in-process-line.ts'
import { dateWith } from '../page/fake-clock.ts'
import { createScreens, type ScreenAnswers } from './line-app.ts'
import { createPopup } from './popup.ts'
import type { Profile } from './profile.ts'
import type { Recorded } from './recorded.ts'
import { openSdkPage, type PageWindow, type SdkPageOptions } from './sdk-page.ts'

const EXTERNAL = 'is_liff_external_open_window'

export type PhoneHost = Pick<SdkPageOptions, 'dom' | 'sdk'> & {
  readonly origin: string
  readonly answers: () => ScreenAnswers
  readonly subWindow: { readonly appData?: Readonly<Record<string, unknown>> } | undefined
}

/** Returns the URL without LINE's own parameter, and the browser that the parameter specifies. */
function windowOf(text: string): Recorded['windows'][number] {
  const url = text.replace(new RegExp(`${EXTERNAL}=(true|false)&?`), '').replace(/\?(?=#|$)/, '')
  return { url, external: !text.includes(`${EXTERNAL}=false`) }
}

/** Returns a function that opens a page and connects it to LINE and to the user's answers. */
export function phonePages(
  { line, fetch: lineFetch, pageFetch: fetch }: InProcessLine,
  { dom, origin, answers, sdk, subWindow }: PhoneHost,
  profile: Profile,
  recorded: Recorded,
  now: () => number,
): (url: string) => PageWindow {
  const screens = createScreens(line, lineFetch, answers)
  const environment = () => line.world().scenario.environment

  function navigate(url: string): void {
    recorded.navigations.push(url)
    const reply = answerScheme(line, url)
    if (reply.action === 'close') recorded.closed++
    if (reply.action !== 'layer') return
    if (url.startsWith('line://picker')) void screens.picker(reply.url)
    if (url.startsWith('liff://subwindow')) void screens.subWindow(reply.id)
  }

  function installBridge(window: PageWindow): void {
    const { bridge } = browserOf(line.world().scenario)
    if (!bridge) return
    const dispatch = (event: object) => window.liff._dispatchEvent(JSON.stringify(event))
    async function postMessage(type: string, featureToken = '', callbackId = '', json = ''): Promise<void> {
      recorded.bridge.push([type, featureToken, callbackId, json])
      if (type === 'closeWindow') recorded.closed++
      if (type === 'openWindow') recorded.windows.push({ external: false, ...JSON.parse(json) })
      const call = { type, featureToken, callbackId, json }
      for (const event of await screens.bridge(call)) dispatch({ callbackId, ...event })
    }
    Object.assign(window, { _liff: { features: bridge.features, postMessage } })
    queueMicrotask(() => [{ type: 'ready' }, ...bridge.pushed].forEach(dispatch))
  }

  function prepare(window: PageWindow): void {
    const { cookies, localStorage, sessionStorage } = profile
    Object.assign(window, {
      Date: dateWith(now),
      alert: (text: string) => void recorded.alerts.push(text),
      confirm: () => true,
      // On iOS, LINE returns its language from `prompt`.
      prompt: () => environment().language,
      close: () => void recorded.closed++,
      open(url = '', target = '', features = '') {
        recorded.opened.push([url, target, features])
        if (url !== '') recorded.windows.push(windowOf(url))
        return environment().popups === 'blocked'
          ? null
          : createPopup({ line, origin, recorded, screens, window })
      },
    })
    for (const [name, value] of Object.entries({ localStorage, sessionStorage }))
      Object.defineProperty(window, name, { value })
    Object.defineProperty(window.document, 'cookie', Object.getOwnPropertyDescriptor(cookies, 'cookie') ?? {})
    installBridge(window)
  }

  return url => {
    const { subWindowUserAgent, userAgent } = browserOf(line.world().scenario)
    return openSdkPage({
      ...environment(),
      dom,
      fetch,
      navigate,
      prepare,
      sdk,
      url,
      userAgent: (subWindow && subWindowUserAgent) || userAgent || undefined,
    })
  }
}
