import { createServer, type RequestListener } from 'node:http'
import { inspect } from 'node:util'
import { readSettings } from '#server/config.ts'
import { openStack } from '#tools/stack.ts'
import { listen } from './listen.ts'

type Options = Partial<Parameters<typeof openStack>[1]> & {
  readonly env: Readonly<Record<string, string>>
  /** Lets pages of its own origin call the API at another host. */
  readonly allowsOrigin?: boolean
  /** Called with the stack's own port. Returns the origin that browsers use. */
  readonly originFor?: (port: number) => string | undefined
  /** What happens to each request before it is answered. */
  readonly around?: (answer: RequestListener) => RequestListener
}

/** Serves in this process, on a free port, what `npm start` serves. */
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
  /** Prints the request that could not be answered and the error. The client only sees a broken connection. */
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
