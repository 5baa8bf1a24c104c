import { useEffect, useRef } from 'react'
import { isPageEvent, type PageEvent } from '../../page-events.ts'

type PageEventHandlers = {
  readonly onEvent: (event: Exclude<PageEvent, { readonly type: 'key' }>) => void
  readonly onKey: (event: KeyboardEvent) => void
}

/** Ignores messages from other origins. */
export function usePageEvents(
  frame: { readonly current: HTMLIFrameElement | null },
  origin: string,
  handlers: PageEventHandlers,
): void {
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(() => {
    const onMessage = ({ data, origin: from, source }: MessageEvent<unknown>) => {
      if (from !== origin || source !== frame.current?.contentWindow || !isPageEvent(data)) return
      if (data.type !== 'key') return latest.current.onEvent(data)
      latest.current.onKey(new KeyboardEvent('keydown', { altKey: true, code: data.code, key: data.key }))
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [frame, origin])
}
