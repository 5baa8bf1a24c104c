import type { IncomingMessage, ServerResponse } from 'node:http'
import { inspect } from 'node:util'

/** Says which request could not be answered, and why: a connection that only breaks tells nobody. */
export function unanswered(error: unknown, { method, url }: IncomingMessage, outgoing: ServerResponse): void {
  process.stderr.write(`${method} ${url} was not answered: ${inspect(error)}\n`)
  if (outgoing.headersSent) outgoing.destroy()
  else outgoing.writeHead(500).end()
}
