import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { chromiumArgs, chromiumPath } from '#tools/chromium.mjs'

type Message = {
  readonly id?: number
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** A browser page that is controlled only through the DevTools protocol. */
export type BarePage = {
  /** Sends a DevTools command to the page. Rejects with the browser's error message. */
  send<T>(method: string, params?: object): Promise<T>
  /** Sends a DevTools command to the browser, such as tracing. */
  sendBrowser<T>(method: string, params?: object): Promise<T>
  on(method: string, hear: (params: unknown) => void): void
}

/** Calls `run` with a page controlled over the DevTools pipe. Playwright would make V8 parse every script twice. */
export async function withBarePage<T>(folder: string, run: (page: BarePage) => Promise<T>): Promise<T> {
  const args = [...chromiumArgs, '--headless', '--remote-debugging-pipe', '--lang=th-TH', '--hide-scrollbars']
  const browser = spawn(chromiumPath() ?? '', [...args, `--user-data-dir=${folder}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>(resolve => browser.once('exit', () => resolve()))
  // A browser that has closed or crashed never answers.
  const unanswered = ended.then((): never => {
    throw new Error('the browser has ended')
  })
  unanswered.catch(() => undefined)
  const [, , , input, output] = browser.stdio as unknown as [null, null, null, Writable, Readable]
  const waiting = new Map<number, (message: Message) => void>()
  const heard = new Map<string, (params: unknown) => void>()
  input.on('error', () => {})
  hearMessages(output, message => {
    if (message.id !== undefined) waiting.get(message.id)?.(message)
    else if (message.method !== undefined) heard.get(message.method)?.(message.params)
  })

  let last = 0
  function command<R>(method: string, params: object, sessionId?: string): Promise<R> {
    last += 1
    const id = last
    input.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
    const answer = new Promise<R>((resolve, reject) => {
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id)
        if (error === undefined) resolve(result as R)
        else reject(new Error(`${method}: ${error.message}`))
      })
    })
    return Promise.race([answer, unanswered])
  }

  try {
    const { targetId } = await command<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
    const { sessionId } = await command<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    })
    return await run({
      send: (method, params = {}) => command(method, params, sessionId),
      sendBrowser: (method, params = {}) => command(method, params),
      on: (method, hear) => void heard.set(method, hear),
    })
  } finally {
    await command('Browser.close', {}).catch(() => browser.kill())
    await ended
  }
}

/** Splits the pipe's output into messages, which end with a zero byte. */
function hearMessages(output: Readable, hear: (message: Message) => void): void {
  let rest = ''
  output.setEncoding('utf8').on('data', (text: string) => {
    const whole = (rest + text).split('\0')
    rest = whole.pop() ?? ''
    for (const one of whole) hear(JSON.parse(one) as Message)
  })
}
