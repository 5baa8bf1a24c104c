/** `id` of the frame that contains the app in a guarded tab. */
export const GUARDED_FRAME = 'liff-emulator-app'

/**
 * `sandbox` of a frame that contains the app: everything is allowed except navigating the window around it, which
 * could leave for the real LINE without the frame's policy or the shim noticing.
 */
export const APP_SANDBOX = [
  ...['allow-same-origin', 'allow-scripts', 'allow-forms', 'allow-modals', 'allow-downloads'],
  ...['allow-popups', 'allow-popups-to-escape-sandbox', 'allow-pointer-lock', 'allow-orientation-lock'],
  ...['allow-presentation', 'allow-storage-access-by-user-activation'],
].join(' ')

/** Value of `source` in every message from the shim to the guarded tab around the page. */
const TAB_SOURCE = 'liff-emulator-tab'

/** The ways in which a script can navigate. `replace` adds no entry to the history. */
export type How = 'assign' | 'replace'

/** A form that the tab submits for the page. */
export type TabForm = {
  readonly method: 'get' | 'post'
  readonly fields: readonly (readonly [name: string, value: string])[]
}

/** What the app's page asks of the guarded tab around it. */
export type TabRequest =
  /** Show the page's current address and title. */
  | { readonly type: 'address' }
  /** Load another site in place of the app. `form` is null for a navigation without a form. */
  | { readonly type: 'leave'; readonly url: string; readonly how: How; readonly form: TabForm | null }
  | { readonly type: 'close' }

type TabMessage = TabRequest & { readonly source: typeof TAB_SOURCE }

export const tabMessage = (request: TabRequest): TabMessage => ({ source: TAB_SOURCE, ...request })

/** True if the data of a `message` event was made with {@link tabMessage}. */
export function isTabMessage(data: unknown): data is TabMessage {
  return typeof data === 'object' && data !== null && (data as { source?: unknown }).source === TAB_SOURCE
}
