import { subWindowOrigin } from '../platform/sub-window.ts'
import type { Line } from '../world/line.ts'
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

type Message = Readonly<Record<string, unknown>>

/** Creates the browser window for a `window.open` call outside LINE. LINE's own pages work in it. */
export function createPopup({ line, origin, recorded, screens, window }: PopupHost) {
  let receive: (message: Message) => void = () => {}
  const post = (data: unknown, from: string) =>
    window.dispatchEvent(new window.MessageEvent('message', { data, origin: from }))

  function openPicker(url: string): void {
    receive = ({ name, body }) => {
      if (name !== 'ready') return
      receive = () => {}
      void screens.picker(url, JSON.stringify(body))
    }
    queueMicrotask(() => post({ name: 'receivedHealthcheck', body: {} }, PICKER_ORIGIN))
  }

  /** The screens of LINE's own apps are answered only after the SDK has sent the app's data. */
  function openSubWindow(subLiffId: string): void {
    const mainLiffId = line.world().scenario.apps[0]?.liffId ?? ''
    const msit = `msit_${line.secret()}`
    const opened = (appData: unknown) => {
      const subWindow = { mainLiffId, subLiffId, mstChallenge: '', appData, mst: null, outcome: null }
      line.dispatch({ type: 'sub-window', msit, subWindow })
    }
    opened(null)
    const stop = line.subscribe(() => {
      const outcome = line.world().subWindows[msit]?.outcome
      if (!outcome) return
      stop()
      const { status, result } = outcome
      if (status === 'close') return popup.close()
      post({ status, result: JSON.stringify(result) }, subWindowOrigin({ line, origin }, subLiffId) ?? origin)
    })
    receive = ({ type, message }) => {
      if (type !== 'healthCheck') return
      receive = () => {}
      if (message !== undefined) opened(JSON.parse(String(message)))
      void screens.subWindow(msit)
    }
  }

  const popup = {
    closed: false,
    location: {
      set href(url: string) {
        recorded.windows.push({ url, external: true })
        const { origin: at, pathname, searchParams } = new URL(url)
        if (at === PICKER_ORIGIN) openPicker(url)
        if (searchParams.get('liff.subwindow') === 'true') openSubWindow(pathname.split('/')[1] ?? '')
      },
    },
    postMessage: (message: Message) => receive(message),
    close() {
      this.closed = true
    },
  }
  return popup
}
