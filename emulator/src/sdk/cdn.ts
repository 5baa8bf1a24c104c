import { LINE_PREFIX } from '../page-config.ts'

const CDN_SCRIPT =
  /<script\b[^>]*\bsrc\s*=\s*["']?https:\/\/static\.line-scdn\.net\/liff\/edge\/[^>]*\/sdk\.js\b[^>]*>/gi

/**
 * Changes script elements that load the SDK from LINE's CDN so that they load the installed SDK. The shim
 * cannot change script elements that the HTML parser creates. Their `integrity` attribute is removed, because
 * it is that of the CDN's file.
 */
export function rewriteCdnScripts(html: string): string {
  return html.replace(CDN_SCRIPT, tag =>
    tag
      .replace(/https:\/\/(static\.line-scdn\.net\/)/i, `${LINE_PREFIX}$1`)
      .replace(/\s+(integrity|crossorigin)(\s*=\s*("[^"]*"|'[^']*'|[^\s>]+))?/gi, ''),
  )
}
