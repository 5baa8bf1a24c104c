import { useCallback, useEffect, useRef, useState } from 'react'
import { isPageEvent, type PageEvent } from '../../page-events.ts'
import { control } from '../api/client.ts'

/** A LINE screen above the app: the share target picker, the scanner, or a sub-window. */
type Layer = {
  readonly id: string
  readonly url: string
  readonly title: string
}

export type LayerStack = {
  /** The last layer is on top. */
  readonly shown: readonly Layer[]
  /** Registers a layer's frame, so that the panel accepts its messages. */
  readonly setFrame: (id: string, frame: HTMLIFrameElement | null) => void
  /** Opens a layer for LINE itself, for example from LINE's header. */
  readonly open: (layer: Pick<Layer, 'id' | 'url'>) => void
  readonly close: (id: string) => void
}

/**
 * Manages LINE's screens above the app. The app, or a layer, can open one by sending a message. A change of `openCount`
 * closes all layers.
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
      // A sub-window's queue is the app's own, so ignore it.
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
