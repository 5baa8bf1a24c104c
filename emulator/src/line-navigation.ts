import type { How } from './guarded-tab.ts'

/** The shim's function that returns an object to navigate with instead of a `location`. */
export const LOCATION_FUNCTION = '__LIFF_EMULATOR_LOCATION__'

/** Returns an object that passes the navigations of a rewritten script to `go`. */
export const navigatedBy = (go: (url: unknown, how: How) => void) => ({
  assign: (url: unknown) => go(url, 'assign'),
  replace: (url: unknown) => go(url, 'replace'),
  set href(url: unknown) {
    go(url, 'assign')
  },
})

/** For example `location`, `window.location` or `popup.location`. */
const LOCATION = String.raw`(?<![\w$.#])((?:[A-Za-z_$][\w$]*\s*\.\s*)*location)\s*`
const NAVIGATION = new RegExp(String.raw`${LOCATION}\.\s*(?:(href)\s*=(?![=>])|(assign|replace)\s*\()`, 'g')
const WINDOWS = '(?:window|self|globalThis|top|parent|frames|document)'
const WINDOW_ASSIGNMENT = new RegExp(
  String.raw`(?<![\w$.#])((?:${WINDOWS}\s*\.\s*)+location)\s*=(?![=>])`,
  'g',
)

/**
 * Code that passes a `location` through the shim. It starts with a name, because a bracket would continue a previous
 * line without a semicolon. It also works without the shim, in workers, and in scripts with their own `location`.
 */
const through = (name: string) => `Object(globalThis.${LOCATION_FUNCTION}?.(${name})??${name})`

/**
 * Passes a script's navigations, such as `location.href = …`, to the shim. No browser lets a page replace `location`,
 * only browsers with the Navigation API let a page stop a navigation, and only Chromium reports navigations to
 * `liff://` and `line://`. Line numbers do not change.
 */
export function rewriteNavigations(code: string): string {
  if (!code.includes('location')) return code
  return code
    .replace(WINDOW_ASSIGNMENT, (_, name: string) => `${through(name)}.href=`)
    .replace(NAVIGATION, (_, name: string, href: string | undefined, method: string) =>
      href === undefined ? `${through(name)}.${method}(` : `${through(name)}.href=`,
    )
}
