import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../command.mjs'
import type { StrangersBrowser, Visit } from './browser.ts'
import { hasRefusal, type Line, lineAt, missingRequests, otherRequests } from './line.ts'
import { neededBy, type Stranger } from './list.ts'
import { Failure, type Outcome, type Step } from './outcome.ts'
import { answers, freePort } from './ports.ts'
import { type Program, startProgram } from './program.ts'
import { unpackSnapshot } from './snapshot.ts'

/** Time limits of the steps, in ms. */
const LIMITS = { install: 300_000, start: 120_000, exchange: 60_000 }
type Limits = typeof LIMITS

const POLL_MS = 250
/** How long a stranger may take to retry after a refusal. */
const RETRY_MS = 10_000
const CLI = join(root, 'emulator', 'bin', 'liff-emulator.js')
/** The emulator's default values. */
const CHANNELS = {
  channelId: '1600000000',
  channelSecret: '5ec2e75ec2e75ec2e75ec2e75ec2e75e',
  accessToken: 'emulated-channel-access-token',
  loginSecret: 'emulated-login-secret',
}

type Setting = {
  readonly snapshots: string
  readonly browser: StrangersBrowser
  readonly patience: number
}
type Run = {
  readonly stranger: Stranger
  /** The folder for this run, which contains the snapshot's files. */
  readonly folder: string
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly fill: (text: string) => string
  readonly port: number
  readonly line: Line
  readonly limits: Limits
}

/** Runs a stranger from its snapshot to its first exchange with LINE, then deletes its files. */
export async function runStranger(
  stranger: Stranger,
  { snapshots, browser, patience }: Setting,
): Promise<Outcome> {
  const { name, repository, commit, kind, stack, limit, unbuildable } = stranger
  const started = Date.now()
  const folder = mkdtempSync(join(tmpdir(), 'stranger-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  // Ctrl-C ends the process while the stranger runs.
  process.once('exit', remove)
  let output: readonly string[] = []
  let failure: Failure | null = null
  try {
    unpackSnapshot(snapshots, stranger, join(folder, 'files'))
    checkPrograms(stranger.programs)
    const { install: most, start, exchange: answer } = LIMITS
    const limits = { install: most * patience, start: start * patience, exchange: answer * patience }
    const run = await prepare(stranger, folder, limits)
    for (const command of stranger.install) output = await install(command, run)
    output = await exchange(run, browser)
  } catch (error) {
    if (!(error instanceof FailedProgram || error instanceof Failure)) throw error
    if (error instanceof FailedProgram) output = error.lines
    failure = error
  } finally {
    process.off('exit', remove)
    remove()
  }
  return {
    name,
    repository,
    commit,
    kind,
    stack,
    needed: neededBy(stranger),
    ...(unbuildable === undefined ? {} : { unbuildable }),
    ...(limit === undefined ? {} : { limit }),
    result: failure?.result ?? 'ran',
    step: failure?.step ?? null,
    reason: failure?.message ?? '',
    seconds: Math.round((Date.now() - started) / 1000),
    output: failure === null ? [] : output,
  }
}

/** A failed step, including the program's output. */
class FailedProgram extends Failure {
  readonly lines: readonly string[]
  constructor(step: Step, reason: string, lines: readonly string[]) {
    super(step, reason)
    this.lines = lines
  }
}

function checkPrograms(programs: readonly string[]): void {
  const missing = programs.find(program => spawnSync('which', [program]).status !== 0)
  if (missing !== undefined) throw new Failure('programs', `${missing} is not installed`, 'not run')
}

async function prepare(stranger: Stranger, folder: string, limits: Limits): Promise<Run> {
  const port = stranger.port ?? (await freePort())
  if (stranger.port !== undefined && (await answers(port)))
    throw new Failure('start', `port ${port}, on which it always listens, is in use`, 'not run')
  const line = lineAt(`http://localhost:${await freePort()}`)
  const values: Readonly<Record<string, string>> = {
    ...CHANNELS,
    port: String(port),
    url: line.url,
    liffId: stranger.liffId,
    loginId: stranger.liffId.split('-')[0] ?? '',
  }
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
  const home = join(folder, 'home')
  mkdirSync(home)
  const own = Object.entries(stranger.env).map(([name, value]) => [name, fill(value)])
  const { PATH, LANG } = process.env
  return {
    stranger,
    folder,
    fill,
    port,
    line,
    limits,
    cwd: join(folder, 'files', stranger.folder),
    env: { PATH, LANG, HOME: home, CI: 'true', ...Object.fromEntries(own) },
  }
}

/** Runs an install command without the packages' own install scripts. */
async function install(command: readonly string[], { cwd, env, limits }: Run): Promise<readonly string[]> {
  const npm = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_ignore_scripts: 'true' }
  const cache = process.env.npm_config_cache ?? join(process.env.HOME ?? '', '.npm')
  const program = startProgram(command, { cwd, env: { ...env, ...npm, npm_config_cache: cache } })
  const code = await Promise.race([program.ended, late(limits.install)])
  await program.end()
  if (code === 'late')
    throw new FailedProgram(
      'install',
      `"${command.join(' ')}" took more than ${limits.install / 1000} s`,
      program.lines(),
    )
  if (code !== 0)
    throw new FailedProgram('install', `"${command.join(' ')}" ended with ${code}`, program.lines())
  return program.lines()
}

/**
 * Writes a scenario whose user has the given ID and is a friend of the official account. Returns the options that load
 * it.
 */
function scenarioOptions(folder: string, userId: string, liffId: string, webhook: string): string[] {
  const file = join(folder, 'scenario.json')
  const officialAccount = { id: '@account', name: 'Account' }
  const scenario = {
    name: 'stranger',
    user: userId,
    users: [{ userId, displayName: 'Somchai' }],
    friendships: { [userId]: 'friend' },
    apps: [{ liffId, officialAccount }],
    messaging: { webhook },
  }
  writeFileSync(file, JSON.stringify(scenario))
  return ['--scenario', file]
}

/** Returns the command line that starts the stranger together with the emulator. */
function commandOf({ stranger, folder, fill, port, line }: Run): string[] {
  const { start, files, liffId, webhook, userId } = stranger
  const cli = [process.execPath, CLI]
  const options = ['--port', new URL(line.url).port]
  const liff = ['--liff-id', liffId]
  const page = files.startsWith('.') ? files : `./${files}`
  if (start === undefined) return [...cli, 'start', page, ...options, ...liff]
  const app = `http://localhost:${port}`
  const bot = webhook === undefined ? [] : ['--webhook', `${app}${webhook}`]
  const scenario =
    userId === undefined ? [...liff, ...bot] : scenarioOptions(folder, userId, liffId, `${app}${webhook}`)
  return [...cli, 'exec', app, ...options, ...scenario, '--', ...start.map(fill)]
}

async function exchange(run: Run, browser: StrangersBrowser): Promise<readonly string[]> {
  const program = startProgram(commandOf(run), run)
  let visit: Visit | null = null
  const printed = () => [...program.lines(), ...(visit?.lines() ?? [])]
  try {
    await untilUp(run, program)
    visit = await provoke(run, browser)
    await untilExchanged(run, program, printed)
    return printed()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new FailedProgram(error.step, error.message, printed())
  } finally {
    await visit?.close()
    await program.end()
  }
}

async function untilUp({ stranger, port, line, limits }: Run, program: Program): Promise<void> {
  const isUp = async () => (stranger.start === undefined || (await answers(port))) && (await line.isUp())
  const deadline = Date.now() + limits.start
  while (!(await isUp())) {
    if (program.hasEnded()) throw new Failure('start', `it ended with ${await program.ended}`)
    if (Date.now() > deadline)
      throw new Failure('start', `nothing listens on port ${port} after ${limits.start / 1000} s`)
    await wait(POLL_MS)
  }
}

/** Makes the stranger call LINE: a user writes to the bot or opens the page. */
async function provoke({ stranger, line, fill }: Run, browser: StrangersBrowser): Promise<Visit | null> {
  const { kind, say, open, click, liffId } = stranger
  if (kind === 'bot') {
    const refused = await line.say(say)
    if (refused !== null) throw new Failure('provoke', refused)
    if (open === undefined) return null
  }
  const path = open === undefined ? `/__line/liff.line.me/${liffId}` : fill(open)
  return browser.visit(path.startsWith('http') ? path : `${line.url}${path}`, click)
}

async function untilExchanged(
  { stranger, line, limits }: Run,
  program: Program,
  printed: () => readonly string[],
): Promise<void> {
  const { exchange: expected } = stranger
  let deadline = Date.now() + limits.exchange
  let known = 0
  for (;;) {
    if (program.hasEnded()) throw new Failure('exchange', `it ended with ${await program.ended}`)
    const requests = await line.requests()
    const missing = missingRequests(expected, requests)
    if (missing.length === 0) return
    if (requests.length > known && hasRefusal(expected, requests)) {
      known = requests.length
      deadline = Math.min(deadline, Date.now() + RETRY_MS)
    }
    if (Date.now() > deadline) {
      const others = otherRequests(expected, requests)
      const seen = others.length === 0 ? '' : `; LINE got ${others.join(', ')}`
      throw new FailedProgram('exchange', `${missing.join(', ')}${seen}`, printed())
    }
    await wait(POLL_MS)
  }
}

const late = (ms: number) => wait(ms, 'late' as const, { ref: false })
