import type { CloseEvent } from '../page-events.ts'
import { isLayerWindow } from './layer.ts'
import type { PageContext } from './page-context.ts'
import { inPanel } from './report.ts'

/** Ends the LIFF app: the panel takes its window away; without a panel a page says so and offers to open it again. */
export function closePage(by: CloseEvent['by'], { report, config }: PageContext): void {
  report({ type: 'close', by })
  if (isLayerWindow()) window.close()
  else if (!inPanel()) location.assign(`${config.emulator}closed`)
}
