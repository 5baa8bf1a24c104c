import { isLineHost } from '../line-hosts.ts'
import type { PageConfig } from '../page-config.ts'

/** Schemes that only LINE's own WebView understands. */
const LINE_SCHEMES = ['liff:', 'line:', 'lineb:']

/** Both directions between LINE's addresses and their stand-ins on the page's own origin. */
export type LineUrls = {
  /** The same-origin address that stands for a LINE address; null when it is not LINE's. */
  readonly toLocal: (url: string | URL) => string | null
  /** The LINE address that a same-origin one stands for; null when it stands for none. */
  readonly toLine: (url: string | URL) => string | null
  /** The origin a LINE page believes it has (`https://access.line.me`); null for pages that are not LINE's. */
  readonly lineOriginOf: (url: string | URL) => string | null
  /** Maps an address where a string is wanted in any case: LINE's to ours, the rest as it is. */
  readonly mapped: (url: string) => string
}

function parsed(url: string | URL): URL | null {
  try {
    return new URL(url, document.baseURI)
  } catch {
    return null
  }
}

/** True for `liff://…` and `line://…`, which a browser cannot follow. */
export function isLineScheme(url: string): boolean {
  return LINE_SCHEMES.some(scheme => url.toLowerCase().startsWith(scheme))
}

export function createLineUrls({ routes }: Pick<PageConfig, 'routes'>): LineUrls {
  function toLocal(url: string | URL): string | null {
    const target = parsed(url)
    if (!target || !/^https?:$/.test(target.protocol) || !isLineHost(target.hostname)) return null
    return `${location.origin}${routes}${target.host}${target.pathname}${target.search}${target.hash}`
  }

  function toLine(url: string | URL): string | null {
    const target = parsed(url)
    if (target?.origin !== location.origin || !target.pathname.startsWith(routes)) return null
    return `https://${target.pathname.slice(routes.length)}${target.search}${target.hash}`
  }

  return {
    toLocal,
    toLine,
    lineOriginOf: url => {
      const line = toLine(url)
      return line === null ? null : new URL(line).origin
    },
    mapped: url => toLocal(url) ?? url,
  }
}
