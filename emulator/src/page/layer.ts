import { isPageEvent, LAYER_NAME, type LayerEvent } from '../page-events.ts'
import type { PageContext } from './page-context.ts'
import { inPanel } from './report.ts'
import { showOverlay, showShadowLayer } from './shadow-layer.ts'
import { outerWindow } from './tab.ts'

/**
 * Shows one of LINE's screens above the app: in the panel, a frame or, if the app's policy forbids it, a shadow root.
 */
export function showLayer({ id, url }: Pick<LayerEvent, 'id' | 'url'>, context: PageContext): void {
  context.report({ type: 'layer', id, url })
  if (inPanel()) return
  const frame = document.createElement('iframe')
  frame.name = LAYER_NAME
  frame.src = url
  frame.title = 'LINE'
  let remove = () => frame.remove()
  const end = () => {
    window.removeEventListener('message', onMessage)
    window.removeEventListener('keydown', onKeyDown)
    document.removeEventListener('securitypolicyviolation', onViolation)
    remove()
    void context.callControl('layer-closed', { id }).catch(() => undefined)
  }
  const onMessage = ({ data, source }: MessageEvent<unknown>) => {
    const from = source === null ? null : (source as Window)
    // In a guarded tab, the page inside this frame is in a nested frame.
    if (
      (from === frame.contentWindow || from?.parent === frame.contentWindow) &&
      isPageEvent(data) &&
      data.type === 'close'
    )
      end()
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') end()
  }
  const onViolation = ({ effectiveDirective, disposition }: SecurityPolicyViolationEvent) => {
    if (disposition !== 'enforce' || effectiveDirective !== 'frame-src') return
    document.removeEventListener('securitypolicyviolation', onViolation)
    frame.remove()
    remove = showShadowLayer(url, end)
  }
  window.addEventListener('message', onMessage)
  window.addEventListener('keydown', onKeyDown)
  document.addEventListener('securitypolicyviolation', onViolation)
  showOverlay(frame)
}

/** Closes a sub-window after the SDK has sent its result, as LINE does. Does nothing elsewhere. */
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

/** True in a sub-window that is a browser window rather than a frame. */
export function isLayerWindow(): boolean {
  return window.name === LAYER_NAME && outerWindow().parent === outerWindow()
}
