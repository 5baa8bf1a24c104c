import type { PageConfig } from '../page-config.ts'
import type { LineUrls } from './line-url.ts'
import type { Report } from './report.ts'

type ControlName = 'bridge' | 'scheme' | 'layer-closed' | 'unknown-app'

export function createControlClient(emulatorPrefix: string) {
  // Save the original fetch now, because the shim wraps it next and the app may replace it.
  const send = window.fetch.bind(window)
  return async function callControl<Reply>(name: ControlName, body: unknown): Promise<Reply> {
    const response = await send(`${emulatorPrefix}api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      keepalive: true,
    })
    if (!response.ok) throw new Error(`The emulator answered "${name}" with status ${response.status}.`)
    return (response.status === 204 ? undefined : await response.json()) as Reply
  }
}

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
