import { useCallback, useEffect, useRef, useState } from 'react'
import { isPageEvent, type PageEvent } from '../../page-events.ts'
import { control } from '../api/client.ts'

/** A LINE screen on top of the app: the share target picker, the scanner, a sub-window. */
type Layer = {
  readonly id: string
  readonly url: string
  readonly title: string
}

export type LayerStack = {
  /** The shown layers. The last one is on top. */
  readonly shown: readonly Layer[]
  /** Registers a layer's frame, so that its messages are accepted. */
  readonly setFrame: (id: string, frame: HTMLIFrameElement | null) => void
  /** Opens a layer that LINE itself shows, for example from its header. */
  readonly open: (layer: Pick<Layer, 'id' | 'url'>) => void
  /** Closes a layer and notifies the emulator. */
  readonly close: (id: string) => void
}

/**
 * Manages LINE's screens on top of the app. A message from the app's frame or from another layer opens a
 * layer. When `openCount` changes, all layers are removed.
 */
export function useLayers(
  app: { readonly current: HTMLIFrameElement | null },
  openCount: number,
  onPageEvent: (event: PageEvent) => void,
): LayerStack {
  const [shown, setShown] = useState<readonly Layer[]>([])
  const frames = useRef(new Map<string, HTMLIFrameElement>())
  const latest = useRef(onPageEvent)
  latest.current = onPageEvent

  const open = useCallback(
    ({ id, url }: Pick<Layer, 'id' | 'url'>) => setShown(before => [...before, { id, url, title: '' }]),
    [],
  )
  const close = useCallback((id: string) => {
    setShown(before => before.filter(layer => layer.id !== id))
    void control.closeLayer(id).catch(() => undefined)
  }, [])
  const lastCount = useRef(openCount)
  if (lastCount.current !== openCount) {
    lastCount.current = openCount
    if (shown.length > 0) setShown([])
  }

  useEffect(() => {
    const onMessage = ({ data, source }: MessageEvent<unknown>) => {
      if (source === null || !isPageEvent(data)) return
      const from = [...frames.current].find(([, frame]) => frame.contentWindow === source)?.[0]
      if (from === undefined && source !== app.current?.contentWindow) return
      if (data.type === 'layer') open(data)
      if (from === undefined) return
      if (data.type === 'close') close(from)
      // A sub-window of the app announces the same queue as the app itself.
      else if (data.type !== 'queue') latest.current(data)
      if ('title' in data && data.title !== undefined) {
        const { title } = data
        setShown(before => before.map(layer => (layer.id === from ? { ...layer, title } : layer)))
      }
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [app, close, open])

  const setFrame = useCallback((id: string, frame: HTMLIFrameElement | null) => {
    if (frame === null) frames.current.delete(id)
    else frames.current.set(id, frame)
  }, [])
  return { shown, setFrame, open, close }
}
