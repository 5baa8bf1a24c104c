import { isLineHost } from './line-hosts.ts'
import { LINE_PREFIX } from './page-config.ts'

/** Marks a recently used app whose page LINE no longer keeps in memory. */
export const RELOAD_PARAM = '__reload'

/** Returns null if the path under `/__line/` lacks a valid host. */
export function toLineUrl(url: URL): string | null {
  const [host = '', ...rest] = url.pathname.slice(LINE_PREFIX.length).split('/')
  const address = `https://${host}/${rest.join('/')}${url.search}`
  // `new Request` throws for a URL with credentials, so a host such as "user@api.line.me" is invalid.
  return host !== '' && !host.includes('@') && URL.canParse(address) ? address : null
}

/** Accepts LINE URLs without a scheme. Returns other URLs unchanged. */
export function toLocalUrl(address: string): string {
  const base = 'https://relative.invalid'
  if (!URL.canParse(address, base)) return address
  const { protocol, host, hostname, pathname, search, hash } = new URL(address, base)
  if (!/^https?:$/.test(protocol) || !isLineHost(hostname)) return address
  return `${LINE_PREFIX}${host}${pathname}${search}${hash}`
}

export function rewriteLineUrls(html: string): string {
  return html.replace(
    /\b(href|action|src)="https:\/\/([^/"]+)\//g,
    (whole, attribute: string, host: string) =>
      isLineHost(host) ? `${attribute}="${LINE_PREFIX}${host}/` : whole,
  )
}
