import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Snapshot } from '#emulator/index.ts'
import { freePort } from '#tests/kit/campaign.ts'
import type { FastClock } from './fast-clock.ts'
import { type LineCommand, type LineCounts, type LineSettings, noCounts } from './line-commands.ts'

const program = fileURLToPath(new URL('line-process.ts', import.meta.url))

type Given = Pick<LineSettings, 'userIds' | 'friends' | 'liffId' | 'seed' | 'faults'> & {
  readonly clock: FastClock
  readonly folder: string
}
type Reply = { readonly id: number; readonly result: unknown }
type Running = { readonly ask: (message: object) => Promise<unknown>; readonly child: ChildProcess }

async function launch({ clock }: Given, settings: LineSettings): Promise<Running> {
  const child = fork(program, {
    execArgv: [...clock.preload.split(' '), '--import', 'tsx'],
    env: { PATH: process.env.PATH ?? '', ...clock.env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const asked = new Map<number, (result: unknown) => void>()
  let count = 0
  child.on('message', ({ id, result }: Reply) => {
    asked.get(id)?.(result)
    asked.delete(id)
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process of the emulated LINE ended with ${code}`)
  })
  ended.catch(() => {})
  const started = new Promise(resolve => asked.set(0, resolve))
  child.send(settings)
  await Promise.race([started, ended])
  return {
    child,
    ask(message) {
      count += 1
      const id = count
      const answered = new Promise(resolve => asked.set(id, resolve))
      child.send({ id, ...message })
      return Promise.race([answered, ended])
    },
  }
}

const sumOf = (one: LineCounts, other: LineCounts): LineCounts =>
  Object.fromEntries(
    (Object.keys(one) as (keyof LineCounts)[]).map(key => [key, one[key] + other[key]]),
  ) as LineCounts

export type LineProcess = Awaited<ReturnType<typeof startLine>>

export async function startLine(given: Given) {
  const { liffId, userIds, friends, seed, faults } = given
  const port = await freePort()
  const file = join(given.folder, 'line.json')
  const journal = join(given.folder, 'line-journal')
  const settings = { liffId, userIds, friends, seed, faults, port, journal }
  let from: string | null = null
  let kills = 0
  let running = await launch(given, { ...settings, from })
  let earlier: LineCounts = noCounts
  let webhook = ''
  const ask = (command: LineCommand) => running.ask({ command })
  const counts = async (): Promise<LineCounts> =>
    sumOf(earlier, (await ask({ kind: 'counts' })) as LineCounts)
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    async webhook(url: string): Promise<void> {
      webhook = url
      await ask({ kind: 'webhook', url })
    },
    /**
     * Makes these users block the account. Resolves when the server has answered the webhooks, or LINE has given up.
     */
    async block(ids: readonly string[]): Promise<void> {
      await ask({ kind: 'block', userIds: ids })
    },
    /** Resolves when this many requests to send messages have arrived, including those before a restart. */
    async reached(arrived: number): Promise<void> {
      await ask({ kind: 'reached', arrived: arrived - earlier.arrived })
    },
    /**
     * Restarts the process and keeps its state. Requests in progress get no response, and new ones are refused
     * meanwhile.
     */
    async restart(): Promise<void> {
      const ended = once(running.child, 'exit')
      earlier = sumOf(earlier, (await running.ask({ stop: file })) as LineCounts)
      await ended
      from = file
      running = await launch(given, { ...settings, seed: seed + 100, from })
      await ask({ kind: 'webhook', url: webhook })
    },
    killed: () => kills,
    /**
     * Kills the process after `afterMs` milliseconds and starts a new one, which loads the saved state and replays the
     * journal.
     */
    async kill(afterMs: number): Promise<void> {
      const ended = once(running.child, 'exit')
      earlier = await counts()
      await wait(afterMs)
      running.child.kill('SIGKILL')
      await ended
      kills += 1
      running = await launch(given, { ...settings, seed: seed + 100 + kills, from })
      await ask({ kind: 'webhook', url: webhook })
    },
    async state(): Promise<Snapshot> {
      await ask({ kind: 'save', file })
      return JSON.parse(await readFile(file, 'utf8')) as Snapshot
    },
    async close(): Promise<void> {
      const ended = once(running.child, 'exit')
      running.child.kill('SIGKILL')
      await ended
    },
  }
}
