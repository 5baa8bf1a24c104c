import { isPageEvent, LAYER_NAME, type LayerEvent } from '../page-events.ts'
import { showOverlay } from './overlay.ts'
import type { PageContext } from './page-context.ts'
import { inPanel } from './report.ts'
import { showShadowLayer } from './shadow-layer.ts'

/**
 * Shows one of LINE's screens over the app. The panel draws it in its phone; in a plain tab it is a frame over this
 * page or, where the app's own policy forbids frames, drawn into the page itself.
 */
export function showLayer({ id, url }: Pick<LayerEvent, 'id' | 'url'>, context: PageContext): void {
  context.report({ type: 'layer', id, url })
  if (inPanel()) return
  const frame = document.createElement('iframe')
  frame.name = LAYER_NAME
  frame.src = url
  frame.title = 'LINE'
  let leave = () => frame.remove()
  const end = () => {
    window.removeEventListener('message', hear)
    window.removeEventListener('keydown', leaveByKey)
    document.removeEventListener('securitypolicyviolation', forbidden)
    leave()
    void context.ask('layer-closed', { id }).catch(() => undefined)
  }
  const hear = ({ data, source }: MessageEvent<unknown>) => {
    if (source === frame.contentWindow && isPageEvent(data) && data.type === 'close') end()
  }
  const leaveByKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') end()
  }
  const forbidden = ({ effectiveDirective, disposition }: SecurityPolicyViolationEvent) => {
    if (disposition !== 'enforce' || effectiveDirective !== 'frame-src') return
    document.removeEventListener('securitypolicyviolation', forbidden)
    frame.remove()
    leave = showShadowLayer(url, end)
  }
  window.addEventListener('message', hear)
  window.addEventListener('keydown', leaveByKey)
  document.addEventListener('securitypolicyviolation', forbidden)
  showOverlay(frame)
}

/** LINE takes a sub-window away as soon as it has its result, which the SDK sends by itself. */
export function closeAfterResult({ report, urls }: Pick<PageContext, 'report' | 'urls'>): void {
  if (window.name !== LAYER_NAME) return
  const send = window.fetch
  window.fetch = async function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const response = await send.call(window, input, init)
    const line = urls.toLine(response.url)
    if (response.ok && line?.endsWith('/liff/v2/sub/result')) {
      report({ type: 'close', by: 'window' })
      if (isLayerWindow()) window.close()
    }
    return response
  }
}

/** True in a sub-window that had to become a window of its own. */
export function isLayerWindow(): boolean {
  return window.name === LAYER_NAME && window.parent === window
}
