import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import bidiModule, { type Index } from 'selenium-webdriver/bidi/index.js'
import { freePort } from '#tests/kit/campaign.ts'

/** The module exports this class, but its types describe another form. */
const Bidi = bidiModule as unknown as new (url: string) => Index

/** Milliseconds within which something must happen. Long enough for a machine that is busy with other work. */
const PATIENCE_MS = 20_000

/** Firefox without a screen, driven over WebDriver BiDi, which it speaks itself. */
export type Firefox = {
  readonly goto: (url: string) => Promise<void>
  /** Runs an expression in the page, or in its first frame whose URL contains `frame`. Resolves to its JSON result. */
  readonly evaluate: <T>(expression: string, frame?: string) => Promise<T>
  /** Waits until the expression is true. The page may load another one in the meantime. */
  readonly waitFor: (expression: string, frame?: string) => Promise<void>
  readonly close: () => Promise<void>
}

type Context = {
  readonly context: string
  readonly url: string
  readonly children: readonly Context[] | null
}

export async function startFirefox(): Promise<Firefox> {
  const binary = process.env.TEST_FIREFOX
  if (!binary) throw new Error('TEST_FIREFOX must be the path of Firefox')
  const port = await freePort()
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'))
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
    async goto(url) {
      await send('browsingContext.navigate', { context: await contextOf(undefined), url, wait: 'complete' })
    },
    async waitFor(expression, frame) {
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
