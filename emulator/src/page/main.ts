import type { PageConfig } from '../page-config.ts'
import { notStartedPath } from '../platform/not-started.ts'
import { installAppRequests } from './app-requests.ts'
import { installBridge } from './bridge.ts'
import { installColorScheme } from './color-scheme.ts'
import { setOffline } from './connectivity.ts'
import { allowSdkCookies } from './cookies.ts'
import { installElements } from './elements.ts'
import { setClock } from './fake-clock.ts'
import { installAppLanguage, installNavigator } from './fake-navigator.ts'
import { followPhone } from './follow-phone.ts'
import { installForms } from './forms.ts'
import { installFullStorage } from './full-storage.ts'
import { installSilence, killPage } from './kill.ts'
import { closeAfterResult } from './layer.ts'
import { installLifecycle } from './lifecycle.ts'
import { installLineHtml } from './line-html.ts'
import { createLineUrls } from './line-url.ts'
import { installMessages } from './messages.ts'
import { installNavigation } from './navigation.ts'
import { installNetwork } from './network.ts'
import { installOpenWindow } from './open-window.ts'
import { createControlClient, type PageContext } from './page-context.ts'
import { installQueue } from './queue.ts'
import { installReferrer } from './referrer.ts'
import { report } from './report.ts'
import { hideScrollbars } from './scrollbars.ts'
import { removeServiceWorker } from './service-worker.ts'
import { prepareSession } from './session.ts'
import { installStyles } from './styles.ts'
import { createSuspension } from './suspend.ts'
import { enterGuardedTab, installTab, swallowPage } from './tab.ts'
import { installUnknownApp } from './unknown-app.ts'

/** Must run synchronously as the page's first script, before the SDK loads. */
function start(config: PageConfig): void {
  const { environment } = config
  if (!environment.serviceWorker && !removeServiceWorker()) return
  if (config.guardedTab && enterGuardedTab(config.emulator)) return
  const urls = createLineUrls(config)
  const context: PageContext = { config, urls, report, callControl: createControlClient(config.emulator) }
  const silence = installSilence()
  installNavigator(config)
  installTab()
  installReferrer(context)
  installAppLanguage(environment)
  installColorScheme(environment)
  installFullStorage(environment)
  hideScrollbars(environment)
  ignoreStorageErrors(allowSdkCookies)
  ignoreStorageErrors(() => setClock(config.phone.clock, config.liffIds))
  setOffline(config.phone.offline)
  ignoreStorageErrors(() => prepareSession(config))
  installUnknownApp(context)
  installNetwork(urls)
  installAppRequests(context)
  closeAfterResult(context)
  installElements(urls)
  installLineHtml(urls.prefix)
  installStyles(urls.prefix)
  installForms(urls)
  installMessages(urls)
  installNavigation(context)
  installOpenWindow(context)
  installBridge(context)
  const connection = followPhone(context, () => killPage(silence, context))
  installLifecycle(context, createSuspension(connection, silence))
  installQueue(context)
}

/** Ignores errors if the browser blocks storage, because the SDK reports this. */
function ignoreStorageErrors(run: () => void): void {
  try {
    run()
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}

/**
 * Stops a page whose shim failed, before it can call the real LINE. Sandboxed frames can report the failure only by
 * requesting an image.
 */
function stopPage(error: unknown): void {
  swallowPage(
    'The LIFF emulator stopped this page, because its shim failed. The terminal and the timeline say why.',
  )
  const query = new URLSearchParams({ page: location.href, detail: String(error) })
  new Image().src = `${notStartedPath('error')}&${query}`
}

const { __LIFF_EMULATOR__: config } = window as Window & { __LIFF_EMULATOR__?: PageConfig }
if (config) {
  try {
    start(config)
    config.started = true
  } catch (error) {
    stopPage(error)
  }
}
