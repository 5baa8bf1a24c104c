import { createServer, type RequestListener } from 'node:http'
import { inspect } from 'node:util'
import { readSettings } from '#server/config.ts'
import { openStack } from '#tools/stack.ts'
import { listen } from './listen.ts'

type Options = Partial<Parameters<typeof openStack>[1]> & {
  readonly env: Readonly<Record<string, string>>
  /** Allows the server's own origin in CORS, so that its pages can call the API at another host. */
  readonly allowsOrigin?: boolean
  /** Returns the origin that browsers use, given the stack's port. */
  readonly originFor?: (port: number) => string | undefined
  /** Wraps the listener that answers the requests. */
  readonly around?: (answer: RequestListener) => RequestListener
}

/** Serves the same as `npm start`, but in this process and on a free port. */
export async function serveStack({
  env,
  allowsOrigin = false,
  originFor,
  around = answer => answer,
  ...options
}: Options) {
  const http = createServer()
  const { port, url, close } = await listen(http)
  const origin = originFor?.(port) ?? url
  const cors = allowsOrigin ? { ALLOWED_ORIGINS: origin } : {}
  const read = readSettings({ LOG_LEVEL: 'fatal', ...cors, ...env }, 'emulator')
  if (!read.ok) throw new Error(read.errors.join('\n'))
  const stack = await openStack(read.settings, { origin, ...options })
  /**
   * Answers a request. Prints a failure with its error, because the client sees only an empty 500 or a broken
   * connection.
   */
  const answer: RequestListener = (incoming, outgoing) =>
    stack.answer(incoming, outgoing).catch(error => {
      process.stderr.write(`${incoming.method} ${incoming.url} could not be answered: ${inspect(error)}\n`)
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(500).end()
    })
  http.on('request', around(answer))
  return {
    stack,
    url,
    async close() {
      await close()
      await stack.close()
    },
  }
}
