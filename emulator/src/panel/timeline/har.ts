import { type Exchange, isRequest, type TimelineEntry } from '../api/types.ts'
import { contentTypeOf } from './curl.ts'

type Pair = { readonly name: string; readonly value: string }

/**
 * Returns an HTTP archive (HAR 1.2) for browsers' developer tools. It lacks what the timeline does not store: most
 * headers, binary bodies and the end of long bodies.
 */
export function harOf(entries: readonly TimelineEntry[]) {
  const requests = entries.filter(isRequest).toSorted((a, b) => a.at - b.at)
  return {
    log: {
      version: '1.2',
      creator: { name: 'liff-emulator', version: '0' },
      entries: requests.map(({ at, exchange }) => harEntry(at, exchange)),
    },
  }
}

function harEntry(at: number, { method, url, status, ms, error, headers, request, response, cut }: Exchange) {
  return {
    startedDateTime: new Date(at).toISOString(),
    time: ms,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(Object.entries(headers)),
      queryString: pairs(new URL(url).searchParams),
      ...(request === null
        ? {}
        : { postData: { mimeType: headers['content-type'] ?? contentTypeOf(request), text: request } }),
      headersSize: -1,
      bodySize: request === null ? 0 : sizeOf(request),
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [],
      content:
        response === null
          ? { size: 0, mimeType: 'x-unknown' }
          : { size: sizeOf(response), mimeType: contentTypeOf(response), text: response },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
      ...(error === null ? {} : { _error: error }),
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    ...(cut ? { comment: 'The body of the request is not complete.' } : {}),
  }
}

function pairs(list: Iterable<readonly [string, string]>): readonly Pair[] {
  return [...list].map(([name, value]) => ({ name, value }))
}

function sizeOf(text: string): number {
  return new TextEncoder().encode(text).length
}
