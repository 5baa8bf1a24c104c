import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#tests/kit/campaign.ts'
import { startScreen } from '#tests/kit/webkit-screen.ts'

/** Milliseconds within which the browser must react. Long enough for a machine that is busy with other work. */
const PATIENCE_MS = 20_000

/** One run of WebKitGTK's small browser, with access to the processes that a phone's system can kill or suspend. */
export type MiniBrowser = Awaited<ReturnType<typeof startMiniBrowser>>

/** Linux keeps the first 15 characters of a process's name. */
const NAMES = { network: 'WebKitNetworkPr', page: 'WebKitWebProces' } as const

/** Starts the browser that TEST_WEBKIT names with a profile in this folder, on a screen of its own. */
export async function startMiniBrowser(profile: string) {
  const binary = process.env.TEST_WEBKIT
  if (!binary) throw new Error('TEST_WEBKIT must be the path of WebKitGTK’s MiniBrowser')
  const screen = await startScreen()
  const address = `127.0.0.1:${await freePort()}`
  const browser = spawn(binary, ['--geometry=430x980', 'about:blank'], {
    // A process group of its own, so that `kill` reaches exactly the processes of this browser.
    detached: true,
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: screen.display,
      TZ: 'Asia/Bangkok',
      // As root, WebKit's sandbox cannot start.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_INSPECTOR_HTTP_SERVER: address,
      XDG_CACHE_HOME: join(profile, 'cache'),
      XDG_CONFIG_HOME: join(profile, 'config'),
      XDG_DATA_HOME: join(profile, 'data'),
    },
  })
  const { pid } = browser
  if (pid === undefined) throw new Error(`${binary} does not start`)
  const killGroup = () => {
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // The browser has ended.
    }
  }
  process.once('exit', killGroup)
  const inspector = `http://${address}`
  const tabs = async () => {
    const page = await fetch(inspector).then(
      response => response.text(),
      () => '',
    )
    const found = page.matchAll(/targeturl">([^<]*)<.*?(\/socket\/\d+\/\d+\/WebPage)/gs)
    return [...found].map(([, url = '', path = '']) => ({ url, path }))
  }
  await until('WebKit’s remote inspector', async () => (await tabs()).length > 0)
  return {
    inspector,
    /** Returns the WebSocket paths of the open tabs in WebKit's remote inspector, with their URLs. */
    tabs,
    /** Returns the ids of this browser's processes of one kind. */
    processes: (kind: keyof typeof NAMES) => childrenOf(pid).filter(child => nameOf(child) === NAMES[kind]),
    /** Kills every process of the browser, as a phone does when it runs out of memory. The profile stays. */
    async kill() {
      process.off('exit', killGroup)
      const ended = new Promise(resolve => browser.once('exit', resolve))
      killGroup()
      if (browser.exitCode === null && browser.signalCode === null) await ended
      screen.close()
    },
  }
}

export async function until<T>(what: string, step: () => Promise<T>): Promise<NonNullable<T>> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const found = await step()
    if (found) return found
    if (Date.now() > end) throw new Error(`${what} did not appear`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

function childrenOf(pid: number): number[] {
  const list = read(`/proc/${pid}/task/${pid}/children`)
  return list === '' ? [] : list.split(' ').map(Number)
}

const nameOf = (pid: number) => read(`/proc/${pid}/comm`)

/** Returns the processor time that a process has used, in ticks. */
export const processorTime = (pid: number): number => {
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /, '')
    .split(' ')
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
}

/** True until the process has ended. A process that ended is listed as a zombie until its parent has noticed. */
export const isRunning = (pid: number): boolean => /\) [^ZX]/.test(read(`/proc/${pid}/stat`))

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}
