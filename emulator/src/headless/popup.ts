import { isSubApp, MSIT_PARAM, SUB_APP_WINDOW_ORIGIN } from '../platform/sub-apps.ts'
import type { Line } from '../world/line.ts'
import { appOf, endpointOf } from '../world/selectors.ts'
import type { Screens } from './line-app.ts'
import type { Recorded } from './recorded.ts'
import type { PageWindow } from './sdk-page.ts'

type PopupHost = {
  readonly line: Line
  readonly origin: string
  readonly recorded: Recorded
  readonly screens: Screens
  readonly window: PageWindow
}

const PICKER_ORIGIN = 'https://access.line.me'

type Message = {
  readonly name?: string
  readonly body?: unknown
  readonly type?: string
  readonly message?: string
}

/** Creates a browser window that the page has opened outside LINE. LINE's own pages work in it. */
export function createPopup(host: PopupHost) {
  const { line, recorded, screens, window } = host
  let url = 'about:blank'
  let receive: (message: Message) => void = () => {}
  const post = (data: unknown, origin: string) =>
    window.dispatchEvent(new window.MessageEvent('message', { data, origin }))

  function openPicker(): void {
    const greet = () => post({ name: 'receivedHealthcheck', body: {} }, PICKER_ORIGIN)
    let sent = false
    receive = ({ name, body }) => {
      if (name !== 'ready' || sent) return
      sent = true
      void screens.pickerWindow(url, JSON.stringify(body))
    }
    queueMicrotask(greet)
  }

  /** Opens a sub-window. One of LINE's own apps is answered once the SDK has told it the data of the app. */
  function openSubWindow(): void {
    const subLiffId = new URL(url).pathname.split('/')[1] ?? ''
    const [main] = line.world().scenario.apps
    const app = appOf(line.world().scenario, subLiffId)
    const own = isSubApp(subLiffId) ? SUB_APP_WINDOW_ORIGIN : null
    const from = own ?? new URL(app === undefined ? host.origin : endpointOf(app, host.origin)).origin
    const msit = `msit_${line.secret()}`
    const opened = (appData: unknown) => {
      const ids = { mainLiffId: main?.liffId ?? '', subLiffId, mstChallenge: '' }
      line.dispatch({ type: 'sub-window', msit, subWindow: { ...ids, appData, mst: null, outcome: null } })
    }
    opened(null)
    const stop = line.subscribe(() => {
      const outcome = line.world().subWindows[msit]?.outcome
      if (!outcome) return
      stop()
      if (outcome.status === 'close') popup.close()
      else post({ status: outcome.status, result: JSON.stringify(outcome.result) }, from)
    })
    receive = ({ type, message }) => {
      if (type !== 'healthCheck') return
      receive = () => {}
      if (message !== undefined) opened(JSON.parse(message))
      void screens.subWindow(`https://liff.line.me/${subLiffId}?${MSIT_PARAM}=${msit}`, msit)
    }
  }

  const popup = {
    closed: false,
    location: {
      get href() {
        return url
      },
      set href(to: string) {
        url = to
        recorded.windows.push({ url, external: true })
        const { origin, searchParams } = new URL(url)
        if (origin === PICKER_ORIGIN) openPicker()
        if (searchParams.get('liff.subwindow') === 'true') openSubWindow()
      },
    },
    postMessage: (message: Message) => receive(message),
    close() {
      this.closed = true
    },
  }
  return popup
}
