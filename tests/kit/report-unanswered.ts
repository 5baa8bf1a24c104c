import type { IncomingMessage, ServerResponse } from 'node:http'
import { inspect } from 'node:util'

/** Prints the request that could not be answered and the error. The client only sees a broken connection. */
export function reportUnanswered(
  error: unknown,
  { method, url }: IncomingMessage,
  outgoing: ServerResponse,
): void {
  process.stderr.write(`${method} ${url} could not be answered: ${inspect(error)}\n`)
  if (outgoing.headersSent) outgoing.destroy()
  else outgoing.writeHead(500).end()
}
