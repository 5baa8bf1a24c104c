import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { text } from 'node:stream/consumers'

const PATIENCE_MS = 30_000

export type Answer = {
  readonly status: number
  /** All values of a header, one per occurrence. The header's name must be in lower case. */
  readonly values: (name: string) => readonly string[]
  readonly body: string
}

type Request = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
  /** False for requests without secrets, so that an invalid certificate does not hide other problems. */
  readonly verified?: boolean
}

/** Sends a request on a new connection and does not follow redirects. Rejects with the network error. */
export function ask(
  url: URL,
  { method = 'GET', headers = {}, body, verified }: Request = {},
): Promise<Answer> {
  const send = url.protocol === 'https:' ? requestSecure : requestPlain
  return new Promise((resolve, reject) => {
    const sent = send(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }) },
      agent: false,
      rejectUnauthorized: verified === true,
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    sent.on('error', reject)
    sent.on('response', response => {
      const { statusCode = 0, headersDistinct } = response
      // The server may reject a large body before it has read all of it.
      text(response).then(
        read => resolve({ status: statusCode, values: name => headersDistinct[name] ?? [], body: read }),
        reject,
      )
    })
    sent.end(body)
  })
}

export function reasonOf(error: unknown): string {
  const { code, name, message } = error as NodeJS.ErrnoException
  return name === 'TimeoutError' ? `no answer within ${PATIENCE_MS / 1000} seconds` : (code ?? message)
}

/** Returns a field of a JSON object; undefined if the text is not a JSON object. */
export function fieldOf(body: string, name: string): unknown {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, name) : undefined
  } catch {
    return undefined
  }
}
