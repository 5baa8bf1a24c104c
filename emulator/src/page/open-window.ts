import { isLineScheme } from './line-url.ts'
import { navigate } from './navigate.ts'
import type { PageContext } from './page-context.ts'
import { inClient } from './page-context.ts'
import { inPanel } from './report.ts'
import { followScheme } from './schemes.ts'
import { askTab, inGuardedTab, isOwnTarget } from './tab.ts'
import { windowProxy } from './window-proxy.ts'

/** The SDK adds this parameter to URLs that should open in the phone's browser. */
const EXTERNAL_PARAM = 'is_liff_external_open_window'

/** Maps LINE URLs of `window.open` and the returned window. Inside LINE, the panel handles the call. */
export function installOpenWindow(context: PageContext): void {
  const { urls, report, config } = context
  const open = window.open.bind(window)
  window.open = (url?: string | URL, target?: string, features?: string): WindowProxy | null => {
    const address = url === undefined || url === '' ? '' : new URL(url, document.baseURI).href
    if (isLineScheme(address)) {
      void followScheme(address, context)
      return null
    }
    if (inGuardedTab() && target && isOwnTarget(target)) {
      if (address !== '') navigate(location, address, 'assign', context)
      return window
    }
    if (inClient(context) && address !== '' && target !== '_self') {
      openFromLine(address, isMarkedExternal(address), context)
      return null
    }
    report({ type: 'open-window', url: address || 'about:blank', external: true })
    if (config.environment.popups === 'blocked') return null
    const opened = open(address === '' ? address : urls.mapped(address), target, features)
    return opened && windowProxy(opened, urls)
  }
  const close = window.close.bind(window)
  window.close = () => {
    report({ type: 'close', by: 'window' })
    if (inGuardedTab()) askTab({ type: 'close' })
    else close()
  }
}

export function isMarkedExternal(url: string): boolean {
  return new URL(url).searchParams.get(EXTERNAL_PARAM) === 'true'
}

export function openFromLine(url: string, external: boolean, { urls, report }: PageContext): void {
  report({ type: 'open-window', url, external })
  if (!inPanel()) nativeOpen(urls.mapped(url), '_blank')
}

const nativeOpen = window.open.bind(window)
