import { wait } from '../platform/wait.ts'
import type { Scenario } from '../scenario/schema.ts'
import type { Phone, Recorded } from './phone.ts'

/** Creates the browser window of a test's phone. Its `window.open` only records the call. */
export function createTestWindow(
  recorded: Recorded,
  scenario: () => Scenario,
): Pick<Phone, 'openPopup' | 'prompt' | 'wait' | 'dom'> {
  return {
    openPopup: (url, target, features) => {
      recorded.opened.push([url, target, features])
      if (scenario().environment.popups === 'blocked') return null
      return {
        closed: false,
        location: { href: url },
        postMessage: () => {},
        close() {
          this.closed = true
        },
      }
    },
    prompt: () => scenario().environment.language,
    wait,
    dom: typeof document === 'undefined' ? null : window,
  }
}
