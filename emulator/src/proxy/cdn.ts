/** Path at which the proxy serves the SDK from the installed npm package. Replaces the URL on LINE's CDN. */
export const SDK_PATH = '/__emulator/sdk.js'

const CDN_SCRIPT = /<script\b[^>]*\bsrc\s*=\s*["']?https:\/\/static\.line-scdn\.net\/liff\/edge\/[^>]*>/gi

/**
 * Changes script elements that load the SDK from LINE's CDN so that they load the installed SDK. The shim
 * cannot change script elements in the HTML. Their `integrity` attribute is removed, because it is that of
 * the CDN's file.
 */
export function rewriteCdnScripts(html: string): string {
  return html.replace(CDN_SCRIPT, tag =>
    tag
      .replace(/\bsrc\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/i, `src="${SDK_PATH}"`)
      .replace(/\s+(integrity|crossorigin)(\s*=\s*("[^"]*"|'[^']*'|[^\s>]+))?/gi, ''),
  )
}
