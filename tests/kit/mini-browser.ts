import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#tests/kit/campaign.ts'
import { startScreen } from '#tests/kit/webkit-screen.ts'

/** How long the browser may take to react, in milliseconds. Long enough for a machine that is busy with other work. */
const PATIENCE_MS = 20_000

/** A running MiniBrowser of WebKitGTK. Tests can kill or suspend its processes, as a phone's operating system does. */
export type MiniBrowser = Awaited<ReturnType<typeof startMiniBrowser>>

/** Process names, of which Linux keeps only the first 15 characters. */
const NAMES = { network: 'WebKitNetworkPr', page: 'WebKitWebProces' } as const

/** Starts the browser at the path in TEST_WEBKIT, with a profile in this folder and on its own virtual screen. */
export async function startMiniBrowser(profile: string) {
  const binary = process.env.TEST_WEBKIT
  if (!binary) throw new Error('TEST_WEBKIT must be the path of WebKitGTK’s MiniBrowser')
  const screen = await startScreen()
  const address = `127.0.0.1:${await freePort()}`
  const browser = spawn(binary, ['--geometry=430x980', 'about:blank'], {
    // Starts a new process group, so that `kill` ends exactly the processes of this browser.
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
      // The browser has already ended.
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

/** Returns the CPU time that a process has used, in clock ticks. */
export const processorTime = (pid: number): number => {
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /, '')
    .split(' ')
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
}

/** True while the process runs. A process that has ended stays listed as a zombie until its parent reaps it. */
export const isRunning = (pid: number): boolean => /\) [^ZX]/.test(read(`/proc/${pid}/stat`))

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}
