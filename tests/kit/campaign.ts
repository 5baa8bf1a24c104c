import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Kysely } from 'kysely'
import { prizes } from '#campaign/prizes.ts'
import { freePort } from '#emulator-tests/kit/free-port.ts'
import { readClock } from '#server/store/clock-file.ts'
import { databaseFile } from '#server/store/data-dir.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import type { Tables } from '#server/store/tables.ts'
import { organiserIn } from './organiser-in.ts'

export { freePort } from '#emulator-tests/kit/free-port.ts'

const start = fileURLToPath(new URL('../../tools/start.mjs', import.meta.url))

const onlyPrize = (count: number) => ({
  ...{ key: 'prize', titleTh: 'บัตรคอนเสิร์ต', titleEn: 'Concert ticket' },
  ...{ valueBaht: 1000, delivery: 'seat' as const, count },
})

/** The controls of a running campaign: its emulated LINE, its organiser's command line, its clock and its database. */
export type Operated = ReturnType<typeof operate>
/** The complete campaign as `npm start` runs it, in its own process and with its own data folder. */
export type Campaign = Awaited<ReturnType<typeof startCampaign>>

async function callEmulator(url: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const init =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
  const response = await fetch(`${url}/__emulator/api/${path}`, { method, ...init })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}

/** Returns the controls of the campaign at `url`. `data` is its data folder. */
export const operate = (url: string, data: string) => ({
  /** `http://localhost:<port>`. */
  url,
  /** Calls the emulated LINE's control API. */
  emulator: (method: string, path: string, body?: unknown) => callEmulator(url, method, path, body),
  /**
   * Runs an organiser's command, such as `['browser', 'allow']`, on the same data. Returns its output; rejects if it
   * fails.
   */
  organiser: (words: readonly string[]) => organiserIn(data, words, prizes),
  /** Like `organiser`, but the app advertises `advertised` pieces of a single prize, whose key is `prize`. */
  organiserOf: (advertised: number, words: readonly string[]) =>
    organiserIn(data, words, [onlyPrize(advertised)]),
  /** Reads the server's database, whether or not the server is running. */
  async read<T>(query: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    const db = openSqlite(databaseFile(data))
    try {
      return await query(db)
    } finally {
      await db.destroy()
    }
  },
  /** Advances the clock of the server, the command line, LINE and the phone. */
  async passTime(ms: number) {
    const target = (await readClock(data))() + ms
    await callEmulator(url, 'POST', 'clock', { advance: ms })
    // The emulator answers before it has written the clock that the command line reads.
    while ((await readClock(data))() < target) await new Promise(resolve => setTimeout(resolve, 10)) // Polls the file.
  },
})

/** The output and exit code of one run of `npm start`. */
export type Exit = { readonly code: number | null; readonly output: string }

function launch(env: Record<string, string>, words: readonly string[] = []): ChildProcess {
  return spawn(process.execPath, [start, ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs `npm start` with settings or arguments that make it exit. Returns its output and exit code. */
export async function runToExit(env: Record<string, string>, words: readonly string[] = []): Promise<Exit> {
  // The default port may be in use by an `npm start` that runs alongside the tests.
  const child = launch({ PORT: String(await freePort()), ...env }, words)
  let output = ''
  child.stdout?.on('data', data => (output += data))
  child.stderr?.on('data', data => (output += data))
  const code = await new Promise<number | null>(resolve => child.once('exit', resolve))
  return { code, output }
}

export async function startCampaign(env: Record<string, string> = {}) {
  const port = await freePort()
  const data = await mkdtemp(join(tmpdir(), 'campaign-'))
  const url = `http://localhost:${port}`
  let child: ChildProcess | null = null

  async function begin() {
    const running = launch({ PORT: String(port), DATA_DIR: data, LOG_LEVEL: 'warn', ...env })
    child = running
    await new Promise<void>((resolve, reject) => {
      let output = ''
      const read = (chunk: Buffer) => {
        output += chunk
        if (output.includes(url)) resolve()
      }
      running.stdout?.on('data', read)
      running.stderr?.on('data', read)
      running.once('exit', code => reject(new Error(`npm start ended with ${code}:\n${output}`)))
    })
  }

  async function end(signal: NodeJS.Signals) {
    const running = child
    if (running === null || running.exitCode !== null) return
    const ended = new Promise(resolve => running.once('exit', resolve))
    running.kill(signal)
    await ended
    child = null
  }

  await begin()
  return {
    ...operate(url, data),
    /** Stops the process like Ctrl-C, and keeps its data. */
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    start: begin,
    /** Stops the process and deletes its data. */
    async dispose() {
      await end('SIGKILL')
      await rm(data, { recursive: true, force: true })
    },
  }
}
