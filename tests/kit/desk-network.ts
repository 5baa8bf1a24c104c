import type { DeskCallDefinition } from '#contract/define-call.ts'
import { type DeskCallName, deskCalls } from '#contract/desk-calls.ts'
import type { testDesk } from './desk.ts'
import { untilCalled } from './until-called.ts'

type Browser = ReturnType<Awaited<ReturnType<typeof testDesk>>['browser']>
/** The fate of a request: it arrives, it is lost, or its response is lost after the server has handled it. */
type Fate = 'arrives' | 'request-lost' | 'answer-lost'
type Sent = { readonly name: DeskCallName | null; readonly path: string; readonly body: unknown }

const patterns = Object.entries<DeskCallDefinition>(deskCalls).map(([name, { method, path }]) => ({
  name: name as DeskCallName,
  method,
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
}))

/**
 * Creates the network between the page and the server. Tests can hold requests, lose them, and read which ones were
 * sent.
 */
export function networkOf(browser: Pick<Browser, 'send'>, origin: string) {
  const sent: Sent[] = []
  const holds = new Map<DeskCallName, Promise<void>>()
  let active = 0
  let fateOf: (name: DeskCallName | null) => Fate = () => 'arrives'
  let rewrite: ((answer: unknown) => unknown) | null = null
  let replaced: ((name: DeskCallName | null) => Response | null) | null = null

  async function carry(path: string, init: RequestInit): Promise<Response> {
    const method = init.method ?? 'GET'
    const [plain = ''] = path.split('?')
    const name = patterns.find(one => one.method === method && one.pattern.test(plain))?.name ?? null
    sent.push({ name, path, body: typeof init.body === 'string' ? JSON.parse(init.body) : null })
    const fate = fateOf(name)
    if (fate === 'request-lost') throw new TypeError('the request was lost')
    const headers = new Headers(init.headers)
    headers.set('Sec-Fetch-Site', 'same-origin')
    if (method !== 'GET') headers.set('Origin', origin)
    const answer = replaced?.(name) ?? (await browser.send(path, { ...init, headers, keepalive: false }))
    const hold = name === null ? undefined : holds.get(name)
    if (hold) {
      active -= 1
      await hold
      active += 1
    }
    if (fate === 'answer-lost') throw new TypeError('the answer was lost')
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    if (rewrite === null || !isJson) return answer
    return Response.json(rewrite(await answer.json()), { status: answer.status })
  }

  return {
    sent,
    count: (name: DeskCallName) => sent.filter(one => one.name === name).length,
    bodies: (name: DeskCallName) => sent.filter(one => one.name === name).map(one => one.body),
    forget: () => void sent.splice(0),
    isIdle: () => active === 0,
    /** Decides what happens to each request from now on. */
    breakBy(decide: (name: DeskCallName | null) => Fate) {
      fateOf = decide
    },
    /** Answers calls in place of the server, as an intermediate proxy does. */
    answerBy(answer: ((name: DeskCallName | null) => Response | null) | null) {
      replaced = answer
    },
    /** Changes every JSON response, as if the server were of another release. */
    rewriteBy(change: ((answer: unknown) => unknown) | null) {
      rewrite = change
    },
    /**
     * Holds back the responses to a call until the returned function is called. The server has already handled the
     * call.
     */
    hold(name: DeskCallName): () => void {
      const [released, release] = untilCalled()
      holds.set(name, released)
      return () => {
        holds.delete(name)
        release()
      }
    },
    async fetch(path: string, init: RequestInit = {}): Promise<Response> {
      active += 1
      try {
        return await carry(path, init)
      } finally {
        active -= 1
      }
    },
  }
}
