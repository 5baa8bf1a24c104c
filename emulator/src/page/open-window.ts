import type { PageContext } from './page-context.ts'
import { inClient } from './page-context.ts'
import { inPanel } from './report.ts'
import { windowProxy } from './window-proxy.ts'

/** The SDK marks windows for the phone's browser with this parameter. */
const EXTERNAL_MARK = 'is_liff_external_open_window'

/**
 * Wraps `window.open`: LINE's addresses are mapped, the window it returns maps what is done with it later, and inside
 * LINE, where there are no pop-ups, the panel shows what was opened.
 */
export function installOpenWindow(context: PageContext): void {
  const { urls, report, config } = context
  const open = window.open.bind(window)
  window.open = (url?: string | URL, target?: string, features?: string): WindowProxy | null => {
    const asked = url === undefined || url === '' ? '' : new URL(url, document.baseURI).href
    if (inClient(context) && asked !== '' && target !== '_self') {
      openFromLine(asked, isMarkedExternal(asked), context)
      return null
    }
    report({ type: 'open-window', url: asked || 'about:blank', external: true })
    if (config.environment.popups === 'blocked') return null
    const opened = open(asked === '' ? asked : urls.mapped(asked), target, features)
    return opened && windowProxy(opened, urls)
  }
  const close = window.close.bind(window)
  window.close = () => {
    report({ type: 'close', by: 'window' })
    close()
  }
}

/** True for an address that the SDK marked for the phone's own browser. */
export function isMarkedExternal(url: string): boolean {
  return new URL(url).searchParams.get(EXTERNAL_MARK) === 'true'
}

/** A window opened from inside LINE: the panel shows it; without a panel it is a tab. */
export function openFromLine(url: string, external: boolean, { urls, report }: PageContext): void {
  report({ type: 'open-window', url, external })
  if (!inPanel()) nativeOpen(urls.mapped(url), '_blank')
}

const nativeOpen = window.open.bind(window)
