import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react'
import type { PageConfig } from '../../page-config.ts'
import {
  isPageEvent,
  type OpenWindowEvent,
  PANEL_COMMAND_SOURCE,
  type PageEvent,
  type PanelCommand,
} from '../../page-events.ts'
import { plainAddress } from '../../phones.ts'
import { clearAppSession } from '../state/app-storage.ts'
import { usesPhoneOrigins } from '../state/origins.ts'
import { keepPanelFocus } from './frame-focus.ts'

/** What the phone shows: the app, or what is there without it. */
type Screen = 'app' | 'closed'

export type Frame = {
  readonly screen: Screen
  /** Changes with every opening, so that the frame is a new one. */
  readonly run: number
  /** When it was opened, ms since 1970. */
  readonly since: number
  readonly src: string
  readonly url: string
  readonly title: string
  readonly loading: boolean
  /** The browser could not load the page: there was no network. */
  readonly broken: boolean
  /** A window the app asked LINE to open, until the person at the panel decides. */
  readonly asked: OpenWindowEvent | undefined
  readonly ref: { readonly current: HTMLIFrameElement | null }
  /** Takes each run's own element: the iframe's `ref`. */
  readonly attach: RefCallback<HTMLIFrameElement>
  readonly open: (path?: string) => void
  readonly reload: () => void
  readonly close: () => void
  /** Moves the clock of the page that is shown. */
  readonly setClock: (clock: PageConfig['clock']) => void
  readonly loaded: () => void
  readonly forgetAsked: () => void
}

type FrameOptions = {
  readonly liffId: string | undefined
  /** The origin of the part of the phone that is shown. */
  readonly origin: string
  readonly inClient: boolean
  readonly offline: boolean
  readonly onPageEvent: (event: PageEvent) => void
  /** Keys pressed inside the app. */
  readonly onKey: (event: KeyboardEvent) => void
}

/** The app's frame: opening, reloading and closing it, and what its page reports. */
export function useFrame({ liffId, origin, inClient, offline, onPageEvent, onKey }: FrameOptions): Frame {
  const ref = useRef<HTMLIFrameElement | null>(null)
  const [screen, setScreen] = useState<Screen>('closed')
  const [run, setRun] = useState(0)
  const [since, setSince] = useState(0)
  const [path, setPath] = useState('')
  const [url, setUrl] = useState('')
  const [title, setTitle] = useState('')
  const [loading, setLoading] = useState(false)
  const [broken, setBroken] = useState(false)
  const [asked, setAsked] = useState<OpenWindowEvent>()

  const open = useCallback(
    (to = '') => {
      if (inClient && !usesPhoneOrigins()) clearAppSession()
      setPath(to)
      setUrl('')
      setTitle('')
      setAsked(undefined)
      setBroken(false)
      setLoading(true)
      setRun(before => before + 1)
      setSince(Date.now())
      setScreen('app')
    },
    [inClient],
  )
  const close = useCallback(() => {
    setScreen('closed')
    setLoading(false)
    setAsked(undefined)
  }, [])
  const reload = useCallback(() => {
    setLoading(true)
    if (!usesPhoneOrigins()) ref.current?.contentWindow?.location.reload()
    else if (broken) open()
    else sendToPage(ref.current, origin, { source: PANEL_COMMAND_SOURCE, type: 'reload' })
  }, [broken, open, origin])
  const heard = useRef(0)
  const loaded = useCallback(() => {
    setLoading(false)
    if (usesPhoneOrigins()) {
      // A page tells that it is there; an error page of the browser's says nothing.
      const before = heard.current
      setTimeout(() => setBroken(offline && heard.current === before && before === 0), SILENCE_MS)
      heard.current = 0
      return
    }
    const page = readPage(ref.current)
    // An app on another origin cannot be read either: only without a network does it mean an error page.
    setBroken(page === undefined && offline)
    if (page) {
      setUrl(page.url)
      setTitle(page.title)
    }
  }, [offline])

  const told = useRef({ onPageEvent, onKey })
  told.current = { onPageEvent, onKey }
  useEffect(() => {
    const listen = ({ data, origin: from, source }: MessageEvent<unknown>) => {
      if (from !== origin || source !== ref.current?.contentWindow || !isPageEvent(data)) return
      if (data.type === 'key') {
        told.current.onKey(new KeyboardEvent('keydown', { altKey: true, code: data.code, key: data.key }))
        return
      }
      told.current.onPageEvent(data)
      const title = 'title' in data ? data.title : readPage(ref.current)?.title
      if (title) setTitle(title)
      if (data.type === 'close') close()
      if (data.type === 'open-window') setAsked(data)
      if (data.type === 'loaded') {
        heard.current += 1
        setUrl(data.url)
        setBroken(false)
      }
      if (data.type === 'ready') setLoading(false)
      if (data.type === 'navigate' && data.sameDocument === true) setUrl(data.url)
      if (data.type === 'navigate' && data.to !== undefined) setLoading(true)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [close, origin])

  const attach = useCallback((frame: HTMLIFrameElement) => {
    ref.current = frame
    const stop = keepPanelFocus(frame)
    return () => {
      stop()
      ref.current = null
    }
  }, [])
  const src =
    liffId === undefined ? '' : openAddress(origin, `/__line/liff.line.me/${liffId}${path}`, inClient)
  const setClock = useCallback(
    (clock: PageConfig['clock']) =>
      sendToPage(ref.current, origin, { source: PANEL_COMMAND_SOURCE, type: 'clock', clock }),
    [origin],
  )
  const forgetAsked = useCallback(() => setAsked(undefined), [])
  return {
    screen,
    run,
    since,
    src,
    url,
    title,
    loading,
    broken,
    asked,
    ref,
    attach,
    open,
    reload,
    close,
    setClock,
    loaded,
    forgetAsked,
  }
}

/** How long a page may be silent after it has loaded before it counts as none, milliseconds. */
const SILENCE_MS = 400

/** What the frame is given to open a path of this origin; a LIFF browser begins with an empty session. */
function openAddress(origin: string, path: string, fresh: boolean): string {
  if (!usesPhoneOrigins()) return path
  return `${origin}/__emulator/open?to=${encodeURIComponent(path)}${fresh ? '&fresh' : ''}`
}

/** Sends the panel's word to the page in a frame. */
export function sendToPage(
  frame: HTMLIFrameElement | null,
  origin: string,
  command: PanelCommand,
  ports: MessagePort[] = [],
): void {
  frame?.contentWindow?.postMessage(command, origin, ports)
}

function readPage(frame: HTMLIFrameElement | null): { url: string; title: string } | undefined {
  try {
    const page = frame?.contentWindow
    return page ? { url: page.location.href, title: page.document.title } : undefined
  } catch {
    return undefined // another origin: nothing to read, and nothing to show
  }
}

/** The address as the phone would show it: LINE's own pages under their real hosts, no credentials. */
export function displayUrl(url: string): string {
  try {
    const { pathname, search, hash, origin } = new URL(plainAddress(url))
    const line = pathname.match(/^\/__line\/([^/]+)(\/.*)?$/)
    const shown = hash.includes('access_token=') ? '' : hash
    return line ? `https://${line[1]}${line[2] ?? '/'}${search}${shown}` : origin + pathname + search + shown
  } catch {
    return url
  }
}
