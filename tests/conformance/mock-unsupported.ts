/** Cases the mock driver cannot do: case id to the reason. A listed case that passes fails the run. */
export const MOCK_UNSUPPORTED: Readonly<Record<string, string>> = {
  'uts-loads': '`liff.analytics` is made by LINE’s usage-tracking script, which only a browser can run',
}
