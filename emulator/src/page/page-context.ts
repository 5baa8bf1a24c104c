import type { PageConfig } from '../page-config.ts'
import type { ControlName } from './control-client.ts'
import type { LineUrls } from './line-url.ts'
import type { Report } from './report.ts'

export type PageContext = {
  readonly config: PageConfig
  readonly urls: LineUrls
  readonly report: Report
  /** Calls the emulator's REST control API with the browser's original `fetch`. */
  readonly callControl: <Reply>(name: ControlName, body: unknown) => Promise<Reply>
}

export function inClient({ config }: Pick<PageContext, 'config'>): boolean {
  return config.bridge !== null
}
