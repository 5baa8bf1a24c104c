import { useCallback, useEffect, useRef, useState } from 'react'
import {
  type OpenWindowEvent,
  PANEL_COMMAND_SOURCE,
  type PageEvent,
  type QueueEvent,
} from '../../page-events.ts'
import { clearAppSession } from '../state/app-storage.ts'
import { usesPhoneOrigins } from '../state/origins.ts'
import { openUrl, readPage, sendToPage } from './frame-page.ts'
import type { KeepRule } from './keep-rule.ts'
import { type KeptPage, withKept, withoutApp } from './kept-pages.ts'
import { useFrames } from './use-frames.ts'
import { usePageEvents } from './use-page-events.ts'

/** How long the page may take to report itself after the `load` event. A browser's error page never does. */
const REPORT_TIMEOUT_MS = 400

type FrameState = {
  readonly screen: 'app' | 'closed'
  /** The iframe's React key. Each opening has a new key and thus a new iframe. */
  readonly openCount: number
  /** Number of openings so far. After LINE has resumed an app, `openCount` is smaller. */
  readonly opens: number
  /** Time in ms since 1970. */
  readonly openedAt: number
  /** LIFF ID of the open app; undefined means the first app. */
  readonly appId: string | undefined
  /** The part after the LIFF ID in the LIFF URL. */
  readonly path: string
  /** For a resumed app, the iframe's original URL. */
  readonly resumedSrc: string | undefined
  readonly url: string
  readonly title: string
  readonly loading: boolean
  /** True if the browser could not load the page because the phone is offline. */
  readonly failed: boolean
  /** The window that the app has asked LINE to open. The panel's user accepts or declines. */
  readonly windowRequest: OpenWindowEvent | undefined
  readonly queue: QueueEvent | undefined
  /** The app pages that LINE keeps, latest first. */
  readonly kept: readonly KeptPage[]
}

type FrameOptions = {
  readonly liffId: string | undefined
  /** Origin of this phone's LINE app or browser. */
  readonly origin: string
  readonly inClient: boolean
  readonly keep: KeepRule
  readonly offline: boolean
  /** `queue` is the page's previous queue, if any. */
  readonly onPageEvent: (event: PageEvent, queue?: QueueEvent) => void
  /** Called when a key is pressed with Alt inside the app. */
  readonly onKey: (event: KeyboardEvent) => void
}

const CLOSED: FrameState = {
  screen: 'closed',
  openCount: 0,
  opens: 0,
  resumedSrc: undefined,
  openedAt: 0,
  appId: undefined,
  path: '',
  url: '',
  title: '',
  loading: false,
  failed: false,
  windowRequest: undefined,
  queue: undefined,
  kept: [],
}

/** The latest render's values, for use in callbacks. */
type Current = Pick<FrameOptions, 'keep' | 'liffId'> & {
  readonly appId: string | undefined
  readonly src: string
  readonly state: Omit<FrameState, 'appId' | 'path' | 'opens' | 'resumedSrc'>
}

function useLeave(
  latest: { readonly current: Current },
  ref: { readonly current: HTMLIFrameElement | null },
  origin: string,
) {
  /** The session and environment in which the open app was launched. */
  const launch = useRef('')
  const launched = useCallback(() => {
    launch.current = latest.current.keep.launch
  }, [latest])
  /** Suspends the open app's page if LINE keeps it, and returns the kept pages. */
  const leave = useCallback((): readonly KeptPage[] => {
    const { state, appId, src, keep } = latest.current
    const { screen, openCount, url, title, queue, failed, kept } = state
    if (screen !== 'app' || appId === undefined) return kept
    if (failed || launch.current !== keep.launch || !keep.keeps(appId)) return withoutApp(kept, appId)
    sendToPage(ref.current, origin, { source: PANEL_COMMAND_SOURCE, type: 'suspend' })
    return withKept(kept, { openCount, appId, src, url, title, queue, leftAt: keep.now() })
  }, [latest, ref, origin])
  return { leave, launched }
}

/** Controls the app's iframe (open, reload, close) and tracks what its page reports. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: everything here controls one iframe.
export function useFrame(options: FrameOptions) {
  const { liffId, origin, inClient, keep, offline, onPageEvent, onKey } = options
  const [{ path, appId = liffId, opens, resumedSrc, ...state }, setState] = useState(CLOSED)
  const { ref, attach, frameOf } = useFrames(state.screen === 'app' ? state.openCount : null)
  const opening = appId === undefined ? '' : openUrl(origin, `/__line/liff.line.me/${appId}${path}`, inClient)
  const src = resumedSrc ?? opening
  const update = useCallback(
    (change: Partial<FrameState>) => setState(before => ({ ...before, ...change })),
    [],
  )
  const latest = useRef<Current>({ state, appId, src, keep, liffId })
  latest.current = { state, appId, src, keep, liffId }
  const { leave, launched } = useLeave(latest, ref, origin)
  // biome-ignore lint/correctness/useExhaustiveDependencies: LINE keeps no page of another session or environment
  useEffect(() => update({ kept: [] }), [keep.launch])

  /** This is a ref because several announcements can arrive before the next render. */
  const queue = useRef<QueueEvent | undefined>(undefined)

  /** Opens the app with this LIFF ID. Default: the first app. */
  const open = useCallback(
    (to = '', app?: string) => {
      if (inClient && !usesPhoneOrigins()) clearAppSession()
      const kept = withoutApp(leave(), app ?? latest.current.liffId)
      const opened = { ...CLOSED, path: to, appId: app, loading: true, openedAt: Date.now(), kept }
      launched()
      setState(({ opens: before }) => ({
        ...opened,
        screen: 'app',
        openCount: before + 1,
        opens: before + 1,
      }))
    },
    [inClient, leave, launched],
  )
  const resume = useCallback(
    ({ leftAt: _, src: keptSrc, ...page }: KeptPage) => {
      const kept = withoutApp(leave(), page.appId)
      queue.current = page.queue
      const resumed = { ...CLOSED, ...page, kept, resumedSrc: keptSrc, openedAt: Date.now() }
      setState(before => ({ ...resumed, screen: 'app', opens: before.opens }))
      sendToPage(frameOf(page.openCount), origin, { source: PANEL_COMMAND_SOURCE, type: 'resume' })
    },
    [leave, frameOf, origin],
  )
  const close = useCallback(() => update({ ...CLOSE, kept: leave() }), [update, leave])
  /** Closes the app and discards all kept pages, as on a new phone. */
  const closeAll = useCallback(() => update({ ...CLOSE, kept: [] }), [update])
  const reload = useCallback(() => {
    update({ loading: true })
    if (!usesPhoneOrigins()) ref.current?.contentWindow?.location.reload()
    else if (state.failed) open()
    else sendToPage(ref.current, origin, { source: PANEL_COMMAND_SOURCE, type: 'reload' })
  }, [ref, state.failed, open, origin, update])

  /** Number of reports from the page since the iframe's last `load` event. */
  const reported = useRef(0)
  const onLoad = useCallback(
    (openCount: number) => {
      if (openCount !== latest.current.state.openCount) return
      update({ loading: false })
      if (usesPhoneOrigins()) {
        const before = reported.current
        reported.current = 0
        const check = () => update({ failed: offline && before === 0 && reported.current === 0 })
        setTimeout(check, REPORT_TIMEOUT_MS)
        return
      }
      const page = readPage(ref.current)
      // Pages on other origins are as unreadable as error pages, so assume an error page only while
      // offline.
      update({ failed: page === undefined && offline, ...page })
    },
    [ref, offline, update],
  )
  usePageEvents(ref, origin, {
    onKey,
    onEvent: event => {
      if (event.type === 'loaded') queue.current = undefined
      onPageEvent(event, queue.current)
      if (event.type === 'queue') queue.current = event
      if (event.type === 'loaded') reported.current += 1
      const title = 'title' in event ? event.title : readPage(ref.current)?.title
      if (event.type === 'close') event.by === 'kill' ? closeAll() : close()
      else update({ ...changeAfter(event), ...(title ? { title } : {}) })
    },
  })

  const dismissWindowRequest = useCallback(() => update({ windowRequest: undefined }), [update])
  return {
    ...state,
    appId,
    src,
    ref,
    attach,
    open,
    resume,
    reload,
    close,
    closeAll,
    onLoad,
    dismissWindowRequest,
  }
}

export type Frame = ReturnType<typeof useFrame>

const CLOSE = { screen: 'closed', loading: false, windowRequest: undefined, queue: undefined } as const

function changeAfter(event: PageEvent): Partial<FrameState> {
  switch (event.type) {
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
