const SDK_ASSETS = 'the headless LIFF loads no client extension script, no translations and no analytics'
const NO_PAGE = 'there is no document to style and no window to raise events on'
const WINDOW_ADDRESS = 'windows are recorded with the address the app gave, not with what the SDK makes of it'
const NO_SUB_WINDOW = 'one page only: sub-windows are checked, not opened'
const NO_STORAGE = 'there is no browser storage and no cookie: what the SDK keeps is in the phone’s own store'
const ENVIRONMENT = 'the scenario says where the page is, not the user agent or a stored flag'

function all(reason: string, ...ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(ids.map(id => [id, reason]))
}

/** Cases the mock driver cannot do: case id to the reason. A listed case that passes fails the run. */
export const MOCK_UNSUPPORTED: Readonly<Record<string, string>> = {
  ...all(
    SDK_ASSETS,
    'ext-extension-load-fails',
    'ext-i18n-manifest-fails',
    'ext-i18n-language-file',
    'ext-i18n-setLang',
    'cli-extension-url-android',
    'cli-extension-url-ios',
    'uts-loads',
    'ext-reload-while-logged-in-offline',
    'cli-offline-relaunch',
  ),
  ...all(NO_STORAGE, 'ext-login-request', 'cli-stored-values', 'ext-expiry-cookie'),
  ...all(NO_PAGE, 'applang-ios', 'ext-theme-vars', 'cli-pageshow-bfcache-android', 'bridge-event-name'),
  ...all(ENVIRONMENT, 'inclient-line-plus-hash', 'inclient-session-flag'),
  ...all(WINDOW_ADDRESS, 'share-ext-poll', 'share-ext-popup-closed', 'share-poll-interval'),
  ...all(
    NO_SUB_WINDOW,
    'perm-requestAll-none-left',
    'perm-requestAll-success',
    'sub-open-client',
    'sub-open-client-view-white',
    'sub-result-submit',
    'sub-result-cancel',
    'sub-result-close',
    'sub-result-4xx',
    'sub-result-204',
    'sub-submit-no-mst',
    'sub-submit-client',
    'sub-open-in-child',
    'sub-isSubWindow-client-ua',
    'sub-open-ext-popup-blocked',
    'sub-open-ext-popup',
    'sub-ext-popup-closed',
    'sub-ext-cryptokey',
    'sub-child-init',
    'sub-msit-body',
    'sub-poll-5xx',
    'sub-poll-gives-up',
    'sub-poll-error-status',
    'sub-poll-network',
    'iap-in-child',
  ),
}
