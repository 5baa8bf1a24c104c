import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { notOfTheApp } from './http/paths.ts'

const tags = /<(?:script|link)\s[^>]*>/g
const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]

/**
 * What a document's own tags fetch before it is painted, as links of a `Link` header (RFC 8288) in the document's
 * order: scripts that are modules, stylesheets, and what it names to be fetched beside them.
 */
export function linksOf(html: string): readonly string[] {
  return [...html.matchAll(tags)].flatMap(([tag]) => {
    const link = linkOf(tag)
    // With another mode than the tag's the browser would fetch the file twice.
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
 * Sends the links before the answer (103, RFC 8297) where a page of the app is opened. Programs that know no 1xx
 * take it for the answer itself: only browsers say that they open a page, and HTTP/1.0 has no 1xx at all, so it is not
 * sent to anybody else. A proxy in between passes on what browsers say; whether it passes on a 103 only its owner knows.
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
