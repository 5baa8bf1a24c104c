import { notStartedPath } from '../platform/not-started.ts'
import { swallowPage } from './tab.ts'

/**
 * Stops a page whose shim failed, before an app script can call the real LINE. Reports the failure with an image
 * request, which works even in a sandboxed frame.
 */
export function stopPage(error: unknown): void {
  swallowPage(
    'The LIFF emulator stopped this page, because its shim failed. The terminal and the timeline say why.',
  )
  const query = new URLSearchParams({ page: location.href, detail: String(error) })
  new Image().src = `${notStartedPath('error')}&${query}`
}
