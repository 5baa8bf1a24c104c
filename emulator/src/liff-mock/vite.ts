import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestOf, sendResponse } from '../node-http.ts'
import type { MockLine } from './driver.ts'
import { openMockLine } from './mock-line.ts'
import { MOCK_PATH, type MockAnswer, type MockCall } from './wire.ts'

/** Each `driveLiffMock` call opens an emulated LINE, which a page reload does not close. */
const OPEN_MAX = 20

/** The parts of Vite's plugin interface used here, so that the package does not depend on Vite. */
type Plugin = {
  readonly name: string
  readonly apply: 'serve'
  configureServer(server: {
    readonly middlewares: {
      use(path: string, answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void): void
    }
  }): void
}

/** Vite plugin that `driveLiffMock` needs in pages from the dev server. It does not change the pages. */
export function liffMock(): Plugin {
  const answer = createMockServer()
  return {
    name: 'liff-emulator:liff-mock',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use(MOCK_PATH, (incoming, outgoing) => {
        const answered = answer(requestOf(incoming, outgoing))
        // The page may have closed before the response.
        answered.then(response => sendResponse(response, outgoing, true)).catch(() => outgoing.destroy())
      })
    },
  }
}

function createMockServer(): (request: Request) => Promise<Response> {
  const lines = new Map<string, MockLine>()

  function lineOf(id: string): MockLine {
    const line = lines.get(id)
    if (line === undefined) throw new Error('The dev server was restarted. Reload the page.')
    return line
  }

  async function carryOut(call: MockCall): Promise<MockAnswer> {
    const id = call.act === 'open' ? randomUUID() : call.id
    if (call.act === 'open') {
      lines.set(id, await openMockLine(call.scenario, call.options))
      const [oldest] = lines.keys()
      if (lines.size > OPEN_MAX && oldest !== undefined) lines.delete(oldest)
    }
    const line = lineOf(id)
    if (call.act === 'change') await line.change(call.scenario)
    if (call.act === 'completeLogin' || call.act === 'reopen') await line[call.act]()
    if (call.act === 'end') {
      line.end()
      lines.delete(id)
    }
    return { id, scenario: line.scenario(), outcomes: line.outcomes() }
  }

  return async request => {
    const { searchParams } = new URL(request.url)
    const [id, url] = [searchParams.get('id'), searchParams.get('url')]
    try {
      if (id !== null && url !== null) return await lineOf(id).lineFetch(new Request(url, request))
      return json(await carryOut((await request.json()) as MockCall), 200)
    } catch (error) {
      return json({ error: (error as Error).message }, 400)
    }
  }
}

const json = (answer: MockAnswer, status: number) =>
  new Response(JSON.stringify(answer), { status, headers: { 'content-type': 'application/json' } })
