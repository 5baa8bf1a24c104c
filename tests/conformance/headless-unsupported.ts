/** Cases that the headless driver does not support, by id, with the reason. A listed case that passes fails the run. */
export const HEADLESS_UNSUPPORTED: Readonly<Record<string, string>> = {
  'ext-android-alert-button': 'LINE’s alert for logins on Android is only drawn in a browser',
  'uts-loads': '`liff.analytics` is created by LINE’s usage-tracking script, which only runs in a browser',
}
