import { isLineHost } from './line-hosts.ts'
import { LINE_PREFIX } from './page-config.ts'

/** Query parameter with which the panel opens an app from the recently used services, if LINE has not kept its page. */
export const RELOAD_PARAM = '__reload'

/** Converts a path under `/__line/` to the real LINE URL; null if the path contains no valid host. */
export function toLineUrl(url: URL): string | null {
  const [host = '', ...rest] = url.pathname.slice(LINE_PREFIX.length).split('/')
  const address = `https://${host}/${rest.join('/')}${url.search}`
  // `new Request` throws for a URL with credentials, so a host such as "user@api.line.me" is invalid.
  return host !== '' && !host.includes('@') && URL.canParse(address) ? address : null
}

/** Converts a LINE URL, also one without a scheme, to its path under `/__line/`; returns any other URL unchanged. */
export function toLocalUrl(address: string): string {
  const base = 'https://relative.invalid'
  if (!URL.canParse(address, base)) return address
  const { protocol, host, hostname, pathname, search, hash } = new URL(address, base)
  if (!/^https?:$/.test(protocol) || !isLineHost(hostname)) return address
  return `${LINE_PREFIX}${host}${pathname}${search}${hash}`
}

/** Rewrites the links, forms and images in HTML that point to LINE's hosts to paths under `/__line/`. */
export function rewriteLineUrls(html: string): string {
  return html.replace(
    /\b(href|action|src)="https:\/\/([^/"]+)\//g,
    (whole, attribute: string, host: string) =>
      isLineHost(host) ? `${attribute}="${LINE_PREFIX}${host}/` : whole,
  )
}
