import type { PageConfig } from '../page-config.ts'
import type { ControlName } from './control-client.ts'
import type { LineUrls } from './line-url.ts'
import type { Report } from './report.ts'

/** What every part of the shim works with. */
export type PageContext = {
  readonly config: PageConfig
  readonly urls: LineUrls
  readonly report: Report
  /** Asks the emulator's control API; the page's own fetch before anything was wrapped. */
  readonly ask: <Reply>(name: ControlName, body: unknown) => Promise<Reply>
}

/** True where the page runs inside the LIFF browser. */
export function inClient({ config }: Pick<PageContext, 'config'>): boolean {
  return config.bridge !== null
}
