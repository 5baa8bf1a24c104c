import { isLineHost } from './line-hosts.ts'
import { LINE_PREFIX } from './page-config.ts'
import { rewriteCdnScripts } from './sdk/cdn.ts'

const IMAGE = /<img\b[^>]*\bsrc\s*=\s*["']?https:\/\/[^>]*>/gi

/** Makes images of LINE's hosts load from the emulator, so that the browser never requests them from LINE. */
function rewriteImages(html: string): string {
  return html.replace(IMAGE, tag =>
    tag.replace(/(\bsrc\s*=\s*["']?)https:\/\/([^/"'\s>]+)\//i, (whole, start: string, host: string) =>
      isLineHost(host) ? `${start}${LINE_PREFIX}${host}/` : whole,
    ),
  )
}

/**
 * Rewrites the elements of HTML that load something from LINE when the HTML parser creates them: the SDK's
 * script and images. The shim cannot change the URLs of these elements.
 */
export function rewriteLineElements(html: string): string {
  return html.includes('https://') ? rewriteImages(rewriteCdnScripts(html)) : html
}
