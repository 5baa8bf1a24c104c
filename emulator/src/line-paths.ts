import { isLineHost } from './line-hosts.ts'
import { LINE_PREFIX } from './page-config.ts'

/** The real LINE address that a path under `/__line/` stands for; null where it names no host. */
export function toLineUrl(url: URL): string | null {
  const [host = '', ...rest] = url.pathname.slice(LINE_PREFIX.length).split('/')
  const address = `https://${host}/${rest.join('/')}${url.search}`
  // A Request takes no credentials; a name with a user in it is no host.
  return host !== '' && !host.includes('@') && URL.canParse(address) ? address : null
}

/** The path under `/__line/` for a LINE address; any other address as it is. */
export function toLocalUrl(address: string): string {
  if (!URL.canParse(address)) return address
  const { protocol, host, hostname, pathname, search, hash } = new URL(address)
  if (!/^https?:$/.test(protocol) || !isLineHost(hostname)) return address
  return `${LINE_PREFIX}${host}${pathname}${search}${hash}`
}

/** HTML whose links, forms and pictures to LINE's hosts point under `/__line/`. */
export function rewriteLineUrls(html: string): string {
  return html.replace(
    /\b(href|action|src)="https:\/\/([^/"]+)\//g,
    (whole, attribute: string, host: string) =>
      isLineHost(host) ? `${attribute}="${LINE_PREFIX}${host}/` : whole,
  )
}
