import { isLineHost } from '../line-hosts.ts'
import type { LineFetch } from './sdk-fetch.ts'

/**
 * Returns the `fetch` of the emulated page: requests to LINE's hosts reach the emulated LINE through the phone's network, and
 * all others are passed to `other`.
 */
export function pageFetch(line: LineFetch, other: typeof fetch): typeof fetch {
  return (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    const isToLine = URL.canParse(address) && isLineHost(new URL(address).hostname)
    if (!isToLine) return other(input, init)
    const { url, ...parts } = requestParts(input, init)
    return line(url, parts)
  }
}

/** Returns the URL and the options of a request, whether it was given as a `Request` or not. */
function requestParts(
  input: RequestInfo | URL,
  init: RequestInit = {},
): RequestInit & { readonly url: string } {
  if (!(input instanceof Request)) return { ...init, url: String(input) }
  const { url, method, headers, body } = input
  const copied = { method, headers, ...(body === null ? {} : { body, duplex: 'half' as const }) }
  return { ...copied, ...init, url }
}
