import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import bidiModule, { type Index } from 'selenium-webdriver/bidi/index.js'
import { freePort } from '#tests/kit/campaign.ts'

/** The module exports this class at run time, although its types declare something else. */
const Bidi = bidiModule as unknown as new (url: string) => Index

/** How long to wait for something, in milliseconds. Long enough for a machine that is busy with other work. */
const PATIENCE_MS = 20_000

export type Firefox = Awaited<ReturnType<typeof startFirefox>>
type Context = {
  readonly context: string
  readonly url: string
  readonly children: readonly Context[] | null
}

type Options = {
  /** False disables the Navigation API, which Firefox has had since version 147. */
  readonly navigationApi?: boolean
  /** `host:port` of a proxy for all hosts except this machine. */
  readonly proxy?: string
}

/** Returns the contents of a `user.js` file that sets Firefox's preferences. */
function preferences({ navigationApi = true, proxy }: Options): string {
  const [host, port] = proxy?.split(':') ?? []
  const values = {
    'dom.navigation.webidl.enabled': navigationApi,
    // The tests' scripts open windows without a click.
    'dom.disable_open_during_load': false,
    // The tests' scripts write to the clipboard.
    'dom.events.testing.asyncClipboard': true,
    ...(proxy === undefined
      ? {}
      : {
          'network.proxy.type': 1,
          ...{ 'network.proxy.http': host, 'network.proxy.ssl': host },
          ...{ 'network.proxy.http_port': Number(port), 'network.proxy.ssl_port': Number(port) },
        }),
  }
  return Object.entries(values)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('')
}

/** Starts headless Firefox, controlled over WebDriver BiDi, which Firefox speaks without a separate driver. */
export async function startFirefox(options: Options = {}) {
  const binary = process.env.TEST_FIREFOX
  if (!binary) throw new Error('TEST_FIREFOX must be the path of Firefox')
  const port = await freePort()
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'))
  await writeFile(join(profile, 'user.js'), preferences(options))
  const words = ['--headless', '--no-remote', '--profile', profile, `--remote-debugging-port=${port}`]
  const child = spawn(binary, words, { stdio: ['ignore', 'ignore', 'pipe'] })
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', data => {
      if (String(data).includes('WebDriver BiDi listening')) resolve()
    })
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`Firefox exited with ${code}`)))
  })
  const bidi = new Bidi(`ws://127.0.0.1:${port}/session`)
  async function send<T>(method: string, params: object): Promise<T> {
    const reply = (await bidi.send({ method, params })) as { result?: T; message?: string }
    if (reply.result === undefined) throw new Error(`${method}: ${reply.message}`)
    return reply.result
  }
  await bidi.waitForConnection()
  await send('session.new', { capabilities: {} })

  async function contextOf(frame: string | undefined): Promise<string> {
    const { contexts } = await send<{ contexts: readonly Context[] }>('browsingContext.getTree', {})
    const [page] = contexts
    const found = frame === undefined ? page : page?.children?.find(({ url }) => url.includes(frame))
    if (found === undefined) throw new Error(`no frame with ${frame}`)
    return found.context
  }

  /**
   * Evaluates an expression in the page, or in the page's first frame whose URL contains `frame`. Resolves to the
   * result, which must be serializable as JSON.
   */
  async function evaluate<T>(expression: string, frame?: string): Promise<T> {
    const { result } = await send<{ result?: { value?: string } }>('script.evaluate', {
      expression: `(async () => JSON.stringify(await (${expression})) ?? 'null')()`,
      target: { context: await contextOf(frame) },
      awaitPromise: true,
    })
    if (result?.value === undefined) throw new Error(`${expression} failed`)
    return JSON.parse(result.value) as T
  }

  return {
    evaluate,
    async goto(url: string) {
      await send('browsingContext.navigate', { context: await contextOf(undefined), url, wait: 'complete' })
    },
    /** Waits until the expression is true. The page may navigate in the meantime. */
    async waitFor(expression: string, frame?: string) {
      const end = Date.now() + PATIENCE_MS
      while (!(await evaluate<boolean>(`Boolean(${expression})`, frame).catch(() => false))) {
        if (Date.now() > end) throw new Error(`${expression} did not become true`)
        await new Promise(resolve => setTimeout(resolve, 50))
      }
    },
    async close() {
      bidi.close()
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill()
      await ended
      await rm(profile, { recursive: true, force: true })
    },
  }
}
