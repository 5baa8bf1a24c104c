/** The path that serves the SDK of the npm package in place of the one on LINE's CDN. */
export const SDK_PATH = '/__emulator/sdk.js'

const CDN_SCRIPT = /<script\b[^>]*\bsrc\s*=\s*["']?https:\/\/static\.line-scdn\.net\/liff\/edge\/[^>]*>/gi

/**
 * Rewrites script elements that load the SDK from LINE's CDN to load the installed SDK. The shim cannot intercept script
 * elements in the HTML, and their `integrity` is that of the CDN's file.
 */
export function rewriteCdnScripts(html: string): string {
  return html.replace(CDN_SCRIPT, tag =>
    tag
      .replace(/\bsrc\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/i, `src="${SDK_PATH}"`)
      .replace(/\s+(integrity|crossorigin)(\s*=\s*("[^"]*"|'[^']*'|[^\s>]+))?/gi, ''),
  )
}
