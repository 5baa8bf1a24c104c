import { isPageEvent, LAYER_NAME, type LayerEvent } from '../page-events.ts'
import type { PageContext } from './page-context.ts'
import { inPanel } from './report.ts'

/**
 * Shows one of LINE's screens over the app. The panel draws it in its phone; in a plain tab it is a frame over this
 * page, which the app's own policy has to allow (`frame-src 'self'`).
 */
export function showLayer({ id, url }: Pick<LayerEvent, 'id' | 'url'>, context: PageContext): void {
  context.report({ type: 'layer', id, url })
  if (inPanel()) return
  const frame = document.createElement('iframe')
  frame.name = LAYER_NAME
  frame.src = url
  frame.title = 'LINE'
  frame.style.cssText =
    'position:fixed;inset:0;width:100%;height:100%;border:0;margin:0;padding:0;background:#fff;z-index:2147483647'
  const end = () => {
    window.removeEventListener('message', hear)
    window.removeEventListener('keydown', leave)
    frame.remove()
    void context.ask('layer-closed', { id }).catch(() => undefined)
  }
  const hear = ({ data, source }: MessageEvent<unknown>) => {
    if (source === frame.contentWindow && isPageEvent(data) && data.type === 'close') end()
  }
  const leave = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') end()
  }
  window.addEventListener('message', hear)
  window.addEventListener('keydown', leave)
  // In the top layer also above a dialog of the app's.
  if ('popover' in frame) frame.popover = 'manual'
  document.body.append(frame)
  if ('showPopover' in frame) frame.showPopover()
}

/** LINE takes a sub-window away as soon as it has its result, which the SDK sends by itself. */
export function leaveWithResult({ report, urls }: Pick<PageContext, 'report' | 'urls'>): void {
  if (window.name !== LAYER_NAME) return
  const send = window.fetch
  window.fetch = async function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const response = await send.call(window, input, init)
    const line = urls.toLine(response.url)
    if (response.ok && line?.endsWith('/liff/v2/sub/result')) report({ type: 'close', by: 'window' })
    return response
  }
}
