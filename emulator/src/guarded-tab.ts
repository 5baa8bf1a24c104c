/** `id` of the app's frame in a guarded tab. */
export const GUARDED_FRAME = 'liff-emulator-app'

/** Allows everything except navigating the window around the frame, which could reach the real LINE. */
export const APP_SANDBOX = [
  ...['allow-same-origin', 'allow-scripts', 'allow-forms', 'allow-modals', 'allow-downloads'],
  ...['allow-popups', 'allow-popups-to-escape-sandbox', 'allow-pointer-lock', 'allow-orientation-lock'],
  ...['allow-presentation', 'allow-storage-access-by-user-activation'],
].join(' ')

const TAB_SOURCE = 'liff-emulator-tab'

/** `replace` does not add a history entry. */
export type How = 'assign' | 'replace'

export type TabForm = {
  readonly method: 'get' | 'post'
  readonly fields: readonly (readonly [name: string, value: string])[]
}

/** A request from the app's page to the guarded tab. `address` reports the page's address and title. */
export type TabRequest =
  | { readonly type: 'address' }
  /** Loads another site in place of the app. `form` is null if no form was submitted. */
  | { readonly type: 'leave'; readonly url: string; readonly how: How; readonly form: TabForm | null }
  | { readonly type: 'close' }

type TabMessage = TabRequest & { readonly source: typeof TAB_SOURCE }

export const tabMessage = (request: TabRequest): TabMessage => ({ source: TAB_SOURCE, ...request })

export function isTabMessage(data: unknown): data is TabMessage {
  return typeof data === 'object' && data !== null && (data as { source?: unknown }).source === TAB_SOURCE
}
