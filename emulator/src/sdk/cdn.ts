import { LINE_PREFIX } from '../page-config.ts'

const CDN_SCRIPT =
  /<script\b[^>]*\bsrc\s*=\s*["']?(?:https?:)?\/\/static\.line-scdn\.net\/liff\/edge\/[^>]*\/sdk\.js\b[^>]*>/gi

/** Makes scripts from LINE's CDN load the installed SDK, without `integrity`, the hash of the CDN's file. */
export function rewriteCdnScripts(html: string): string {
  return html.replace(CDN_SCRIPT, tag =>
    tag
      .replace(/(?:https?:)?\/\/(static\.line-scdn\.net\/)/i, `${LINE_PREFIX}$1`)
      .replace(/\s+(integrity|crossorigin)(\s*=\s*("[^"]*"|'[^']*'|[^\s>]+))?/gi, ''),
  )
}

const SDK_URL = String.raw`(["'\`])(?:https?:)?//(static\.line-scdn\.net/liff/edge/[^"'\`\s]+/sdk\.js\2)`
const IMPORT = new RegExp(String.raw`(\bimport\s*\(?\s*|\bfrom\s*)${SDK_URL}`, 'g')
const IMPORT_MAP_ENTRY = new RegExp(String.raw`(:\s*)${SDK_URL}`, 'g')

export function rewriteCdnImports(code: string): string {
  return code.replace(IMPORT, `$1$2${LINE_PREFIX}$3`)
}

export function rewriteImportMap(json: string): string {
  return json.replace(IMPORT_MAP_ENTRY, `$1$2${LINE_PREFIX}$3`)
}
