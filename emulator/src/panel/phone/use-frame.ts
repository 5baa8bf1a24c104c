import { type RefCallback, useCallback, useRef, useState } from 'react'
import {
  type OpenWindowEvent,
  PANEL_COMMAND_SOURCE,
  type PageEvent,
  type QueueEvent,
} from '../../page-events.ts'
import { clearAppSession } from '../state/app-storage.ts'
import { usesPhoneOrigins } from '../state/origins.ts'
import { keepPanelFocus } from './frame-focus.ts'
import { openUrl, readPage, sendToPage } from './frame-page.ts'
import { usePageEvents } from './use-page-events.ts'

/**
 * Milliseconds after the frame's `load` event within which the page must report itself. A browser's error
 * page never reports itself.
 */
const REPORT_TIMEOUT_MS = 400

type FrameState = {
  readonly screen: 'app' | 'closed'
  /**
   * Number of times the app was opened. It is the iframe's React key, so that each opening creates a new
   * iframe.
   */
  readonly openCount: number
  /** Time when the app was last opened, in ms since 1970. */
  readonly openedAt: number
  /** LIFF ID of the app that was opened; undefined for the first app. */
  readonly appId: string | undefined
  /** Path that follows the LIFF ID in the LIFF URL that was opened. */
  readonly path: string
  readonly url: string
  readonly title: string
  readonly loading: boolean
  /** True if the browser could not load the page because the phone is offline. */
  readonly failed: boolean
  /** Window that the app asked LINE to open; the user of the panel accepts or declines it. */
  readonly windowRequest: OpenWindowEvent | undefined
  /** The queue that the page announced last; undefined if the page has not announced one. */
  readonly queue: QueueEvent | undefined
}

export type Frame = Omit<FrameState, 'path' | 'appId'> & {
  readonly src: string
  /** The iframe of the current opening. */
  readonly ref: { readonly current: HTMLIFrameElement | null }
  /** Callback for the `ref` attribute of the iframe. */
  readonly attach: RefCallback<HTMLIFrameElement>
  /** Opens the app with this LIFF ID, or the first app. */
  readonly open: (path?: string, appId?: string) => void
  readonly reload: () => void
  readonly close: () => void
  /** Handler for the `load` event of the iframe. */
  readonly onLoad: () => void
  readonly dismissWindowRequest: () => void
}

type FrameOptions = {
  readonly liffId: string | undefined
  /** Origin at which this phone loads pages: that of its LINE app or that of its browser. */
  readonly origin: string
  readonly inClient: boolean
  readonly offline: boolean
  /** `queue` is the queue that the page announced before this event, if any. */
  readonly onPageEvent: (event: PageEvent, queue?: QueueEvent) => void
  /** Called for a key pressed with Alt inside the app. */
  readonly onKey: (event: KeyboardEvent) => void
}

const CLOSED: FrameState = {
  screen: 'closed',
  openCount: 0,
  openedAt: 0,
  appId: undefined,
  path: '',
  url: '',
  title: '',
  loading: false,
  failed: false,
  windowRequest: undefined,
  queue: undefined,
}

/** Controls the app's iframe (open, reload, close) and tracks what its page reports. */
export function useFrame({ liffId, origin, inClient, offline, onPageEvent, onKey }: FrameOptions): Frame {
  const ref = useRef<HTMLIFrameElement | null>(null)
  const [{ path, appId = liffId, ...state }, setState] = useState(CLOSED)
  const update = useCallback(
    (change: Partial<FrameState>) => setState(before => ({ ...before, ...change })),
    [],
  )
  const { failed } = state

  const open = useCallback(
    (to = '', app?: string) => {
      if (inClient && !usesPhoneOrigins()) clearAppSession()
      const opened = {
        ...CLOSED,
        screen: 'app',
        path: to,
        appId: app,
        loading: true,
        openedAt: Date.now(),
      } as const
      setState(before => ({ ...opened, openCount: before.openCount + 1 }))
    },
    [inClient],
  )
  const close = useCallback(() => update(CLOSE), [update])
  const reload = useCallback(() => {
    update({ loading: true })
    if (!usesPhoneOrigins()) ref.current?.contentWindow?.location.reload()
    else if (failed) open()
    else sendToPage(ref.current, origin, { source: PANEL_COMMAND_SOURCE, type: 'reload' })
  }, [failed, open, origin, update])

  /** Number of pages that have reported themselves since the last `load` event of the iframe. */
  const reported = useRef(0)
  const onLoad = useCallback(() => {
    update({ loading: false })
    if (usesPhoneOrigins()) {
      const before = reported.current
      reported.current = 0
      const check = () => update({ failed: offline && before === 0 && reported.current === 0 })
      setTimeout(check, REPORT_TIMEOUT_MS)
      return
    }
    const page = readPage(ref.current)
    // The page of an app on another origin is unreadable, too. Treat it as an error page only while offline.
    update({ failed: page === undefined && offline, ...page })
  }, [offline, update])
  /** The page's last queue. A ref, because several announcements can arrive before the next render. */
  const queue = useRef<QueueEvent | undefined>(undefined)
  usePageEvents(ref, origin, {
    onKey,
    onEvent: event => {
      if (event.type === 'loaded') queue.current = undefined
      onPageEvent(event, queue.current)
      if (event.type === 'queue') queue.current = event
      if (event.type === 'loaded') reported.current += 1
      const title = 'title' in event ? event.title : readPage(ref.current)?.title
      update({ ...changeAfter(event), ...(title ? { title } : {}) })
    },
  })

  const attach = useCallback((frame: HTMLIFrameElement) => {
    ref.current = frame
    const stop = keepPanelFocus(frame)
    return () => {
      stop()
      ref.current = null
    }
  }, [])
  const dismissWindowRequest = useCallback(() => update({ windowRequest: undefined }), [update])
  const src = appId === undefined ? '' : openUrl(origin, `/__line/liff.line.me/${appId}${path}`, inClient)
  return { ...state, src, ref, attach, open, reload, close, onLoad, dismissWindowRequest }
}

const CLOSE = { screen: 'closed', loading: false, windowRequest: undefined, queue: undefined } as const

/** Returns the changes to the frame's state that an event from the page causes. */
function changeAfter(event: PageEvent): Partial<FrameState> {
  switch (event.type) {
    case 'close':
      return CLOSE
    case 'open-window':
      return { windowRequest: event }
    case 'loaded':
      return { url: event.url, failed: false, queue: undefined }
    case 'queue':
      return { queue: event }
    case 'ready':
      return { loading: false }
    case 'navigate':
      return {
        ...(event.sameDocument === true ? { url: event.url } : {}),
        ...(event.to === undefined ? {} : { loading: true }),
      }
    default:
      return {}
  }
}
