import type { CloseEvent } from '../page-events.ts'
import { isLayerWindow } from './layer.ts'
import type { PageContext } from './page-context.ts'
import { inPanel } from './report.ts'

/** Closes the LIFF app. The panel hides the page; a plain tab shows links that reopen the app. */
export function closePage(by: CloseEvent['by'], { report, config }: PageContext): void {
  report({ type: 'close', by })
  if (isLayerWindow()) window.close()
  else if (!inPanel()) location.assign(`${config.emulator}open?fresh&to=${config.emulator}closed`)
}
