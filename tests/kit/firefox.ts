import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import bidiModule, { type Index } from 'selenium-webdriver/bidi/index.js'
import { freePort } from '#tests/kit/campaign.ts'

/** The module exports this class, but its types describe another form. */
const Bidi = bidiModule as unknown as new (url: string) => Index

/** Milliseconds within which something must happen. Long enough for a machine that is busy with other work. */
const PATIENCE_MS = 20_000

export type Firefox = Awaited<ReturnType<typeof startFirefox>>
type Context = {
  readonly context: string
  readonly url: string
  readonly children: readonly Context[] | null
}

type Options = {
  /** False takes the Navigation API away, which Firefox has since version 147. */
  readonly navigationApi?: boolean
  /** `host:port` of a proxy for all hosts except this machine. */
  readonly proxy?: string
}

/** Returns the lines of a `user.js` that set preferences. */
function preferences({ navigationApi = true, proxy }: Options): string {
  const [host, port] = proxy?.split(':') ?? []
  const values = {
    'dom.navigation.webidl.enabled': navigationApi,
    // A test's script opens windows without a click.
    'dom.disable_open_during_load': false,
    // It also writes to the clipboard.
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

/** Starts Firefox without a screen, driven over WebDriver BiDi, which it speaks itself. */
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

  /** Runs an expression in the page, or in its first frame whose URL contains `frame`. Resolves to its JSON result. */
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
    /** Waits until the expression is true. The page may load another one in the meantime. */
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
