import { useCallback, useEffect, useRef, useState } from 'react'
import { isPageEvent, type PageEvent } from '../../page-events.ts'
import { control } from '../api/client.ts'

/** A screen over the app: the share picker, the scanner, a sub-window. */
type Layer = {
  readonly id: string
  readonly url: string
  readonly title: string
}

export type Layers = {
  readonly shown: readonly Layer[]
  /** Keeps the frame of a layer, to know its messages. */
  readonly hold: (id: string, frame: HTMLIFrameElement | null) => void
  /** The user takes it away. */
  readonly close: (id: string) => void
}

/**
 * The screens that LINE shows over the app's page, the last one on top. `app` is the frame that asks for the first; a
 * change of `run` takes all away.
 */
export function useLayers(
  app: { readonly current: HTMLIFrameElement | null },
  run: number,
  onPageEvent: (event: PageEvent) => void,
): Layers {
  const [shown, setShown] = useState<readonly Layer[]>([])
  const frames = useRef(new Map<string, HTMLIFrameElement>())
  const told = useRef(onPageEvent)
  told.current = onPageEvent

  const close = useCallback((id: string) => {
    setShown(before => before.filter(layer => layer.id !== id))
    void control.closeLayer(id).catch(() => undefined)
  }, [])
  const first = useRef(run)
  if (first.current !== run) {
    first.current = run
    if (shown.length > 0) setShown([])
  }

  useEffect(() => {
    const listen = ({ data, source }: MessageEvent<unknown>) => {
      if (source === null || !isPageEvent(data)) return
      const from = [...frames.current].find(([, frame]) => frame.contentWindow === source)?.[0]
      if (from === undefined && source !== app.current?.contentWindow) return
      if (data.type === 'layer') setShown(before => [...before, { id: data.id, url: data.url, title: '' }])
      if (from === undefined) return
      if (data.type === 'close') close(from)
      else told.current(data)
      if ('title' in data && data.title !== undefined) {
        const { title } = data
        setShown(before => before.map(layer => (layer.id === from ? { ...layer, title } : layer)))
      }
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [app, close])

  const hold = useCallback((id: string, frame: HTMLIFrameElement | null) => {
    if (frame === null) frames.current.delete(id)
    else frames.current.set(id, frame)
  }, [])
  return { shown, hold, close }
}
