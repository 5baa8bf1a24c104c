import { isLineHost } from '../line-hosts.ts'
import type { PageConfig } from '../page-config.ts'

/** URL schemes that only LINE's WebView handles. */
const LINE_SCHEMES = ['liff:', 'line:', 'lineb:']

/** Converts between LINE's URLs and the emulator's URLs on the page's origin (`/__line/<host>/<path>`). */
export type LineUrls = {
  readonly prefix: string
  /** Returns null if the URL is not one of LINE's. */
  readonly toLocal: (url: string | URL) => string | null
  /** Returns null if the URL is not one of the emulator's. */
  readonly toLine: (url: string | URL) => string | null
  /** Returns the LINE origin (such as `https://access.line.me`) of an emulator URL, or null. */
  readonly lineOriginOf: (url: string | URL) => string | null
  readonly mapped: (url: string) => string
}

function parsed(url: string | URL): URL | null {
  try {
    return new URL(url, document.baseURI)
  } catch {
    return null
  }
}

/** Matches `liff://…` and `line://…`, which browsers cannot open. */
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
    prefix: `${location.origin}${routes}`,
    toLocal,
    toLine,
    lineOriginOf: url => {
      const line = toLine(url)
      return line === null ? null : new URL(line).origin
    },
    mapped: url => toLocal(url) ?? url,
  }
}
