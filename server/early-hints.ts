import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { notOfTheApp } from './http/paths.ts'

const tags = /<(?:script|link)\s[^>]*>/g
const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]

/**
 * Returns the links for a `Link` header (RFC 8288) that preload what an HTML document needs before it can be painted:
 * its module scripts, stylesheets and preload links, in document order.
 */
export function linksOf(html: string): readonly string[] {
  return [...html.matchAll(tags)].flatMap(([tag]) => {
    const link = linkOf(tag)
    // The browser would load the file twice if the preload's `crossorigin` mode differed from the tag's.
    return link === null ? [] : [/\scrossorigin[\s>=]/.test(tag) ? `${link}; crossorigin` : link]
  })
}

function linkOf(tag: string): string | null {
  const address = attribute(tag, 'src') ?? attribute(tag, 'href')
  const kind = tag.startsWith('<script') ? attribute(tag, 'type') : attribute(tag, 'rel')
  switch (kind) {
    case 'module':
    case 'modulepreload':
      return `<${address}>; rel=modulepreload`
    case 'stylesheet':
      return `<${address}>; rel=preload; as=style`
    case 'preload':
      return `<${address}>; rel=preload; as=${attribute(tag, 'as')}`
    default:
      return null
  }
}

/**
 * Sends the links as 103 Early Hints (RFC 8297) if the request opens a page of the app. Some programs mistake
 * a 103 for the final response, and HTTP/1.0 has no 1xx responses, so the hints are sent only for requests
 * that browsers mark as navigations. The server cannot detect a proxy that does not forward a 103; behind
 * such a proxy, the operator must not enable the hints.
 */
export function sendEarlyHints(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  links: readonly string[],
): void {
  const [path = '/'] = (incoming.url ?? '/').split('?', 1)
  const opens = incoming.method === 'GET' && incoming.headers['sec-fetch-mode'] === 'navigate'
  if (links.length === 0 || !opens || incoming.httpVersion === '1.0') return
  if (notOfTheApp.test(path) || extname(path) !== '') return
  outgoing.writeEarlyHints({ link: [...links] })
}
