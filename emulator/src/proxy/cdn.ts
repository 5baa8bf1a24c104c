/** Where the SDK of the npm package stands in for the one on LINE's CDN. */
export const SDK_PATH = '/__emulator/sdk.js'

const CDN_SCRIPT = /<script\b[^>]*\bsrc\s*=\s*["']?https:\/\/static\.line-scdn\.net\/liff\/edge\/[^>]*>/gi

/**
 * HTML whose script elements for LINE's CDN load the same SDK from here: an element that the parser inserts goes past
 * the shim, and its `integrity` is the CDN file's.
 */
export function rewriteCdnScripts(html: string): string {
  return html.replace(CDN_SCRIPT, tag =>
    tag
      .replace(/\bsrc\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/i, `src="${SDK_PATH}"`)
      .replace(/\s+(integrity|crossorigin)(\s*=\s*("[^"]*"|'[^']*'|[^\s>]+))?/gi, ''),
  )
}
