import { browserOf } from '../build-page-config.ts'
import { answerScheme } from '../control/bridge.ts'
import type { InProcessLine } from '../in-process-line.ts'
import { answerAsLineApp, createScreens } from './line-app.ts'
import { createPopup } from './popup.ts'
import type { Profile } from './profile.ts'
import type { BridgeMessage, Recorded } from './recorded.ts'
import type { ScreenAnswers } from './screen-answers.ts'
import { openSdkPage, type PageWindow, type SdkPage } from './sdk-page.ts'
import type { Program } from './sdk-program.ts'

/** Query parameter that tells LINE which browser opens a window. */
const EXTERNAL = 'is_liff_external_open_window'

export type PhoneHost = {
  readonly origin: string
  readonly answers: () => ScreenAnswers
  readonly sdk: Program
  readonly fetch: typeof fetch
  /** Set this to run the app in a sub-window. */
  readonly subWindow: { readonly appData?: Readonly<Record<string, unknown>> } | undefined
}

/** Returns a window's URL without the parameter for LINE, and the browser that the parameter names. */
function windowOf(text: string): Recorded['windows'][number] {
  const external = new RegExp(`[?&]${EXTERNAL}=(true|false)`).exec(text)?.[1]
  const url = text.replace(new RegExp(`${EXTERNAL}=${external}&?`), '').replace(/\?(?=#|$)/, '')
  return { url, external: external !== 'false' }
}

/** Returns a function that opens a page on the phone, and with which LINE and the user answer that page. */
export function phonePages(
  { line, fetch: lineFetch }: InProcessLine,
  { origin, answers, sdk, fetch, subWindow }: PhoneHost,
  profile: Profile,
  recorded: Recorded,
  now: () => number,
): (url: string) => SdkPage {
  const screens = createScreens(line, lineFetch, answers)
  const environment = () => line.world().scenario.environment

  function navigate(url: string): void {
    recorded.navigations.push(url)
    if (!/^(liff|line):/.test(url)) return
    const reply = answerScheme(line, url)
    if (reply.action === 'close') recorded.closed++
    if (reply.action !== 'layer') return
    if (url.startsWith('line://picker')) void screens.picker(reply.url)
    if (url.startsWith('liff://subwindow')) void screens.subWindow(reply.url, reply.id)
  }

  function installBridge(window: PageWindow): void {
    const { bridge } = browserOf(line.world().scenario)
    if (!bridge) return
    const dispatch = (event: object) => window.liff?._dispatchEvent(JSON.stringify(event))
    async function answer(message: BridgeMessage): Promise<void> {
      const [type, , callbackId, json] = message
      recorded.bridge.push(message)
      if (type === 'closeWindow') recorded.closed++
      if (type === 'openWindow') recorded.windows.push({ external: false, ...JSON.parse(json) })
      for (const event of await answerAsLineApp(line, message, answers())) dispatch({ callbackId, ...event })
    }
    const postMessage = (type: string, featureToken = '', callbackId = '', json = '') =>
      void answer([type, featureToken, callbackId, json])
    Object.assign(window, { _liff: { features: bridge.features, postMessage } })
    queueMicrotask(() => [{ type: 'ready' }, ...bridge.pushed].forEach(dispatch))
  }

  function prepare(window: PageWindow): void {
    const { cookies, localStorage, sessionStorage } = profile
    class PhoneDate extends Date {
      static override now = now
      constructor(...parts: []) {
        super(...((parts.length === 0 ? [now()] : parts) as []))
      }
    }
    Object.assign(window, {
      Date: PhoneDate,
      alert: (text: string) => void recorded.alerts.push(text),
      confirm: () => true,
      // LINE on iOS returns its language.
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
    const set = (text: string) => {
      cookies.cookie = text
    }
    Object.defineProperty(window.document, 'cookie', { get: () => cookies.cookie, set })
    installBridge(window)
  }

  return url => {
    const { subWindowUserAgent, userAgent } = browserOf(line.world().scenario)
    return openSdkPage({
      ...{ ...environment(), fetch, navigate, prepare, sdk, url },
      userAgent: (subWindow && subWindowUserAgent) || userAgent || undefined,
    })
  }
}
