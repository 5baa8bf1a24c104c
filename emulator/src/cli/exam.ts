import { setTimeout as delay } from 'node:timers/promises'
import type { ExamReport } from '../exam/report.ts'
import { reportText } from '../exam/report-text.ts'
import { isListening } from '../listen.ts'
import { socketHost } from '../loopback.ts'
import { callEmulator } from './control-commands.ts'
import { runChildProcess } from './exec.ts'
import { isHttpUrl, notWebhookUrl } from './scenario-options.ts'
import type { Terminal } from './terminal.ts'

type Options = {
  readonly at?: string | undefined
  readonly webhook?: string | undefined
  readonly secret?: string | undefined
  readonly token?: string | undefined
  readonly say?: string | undefined
  readonly postback?: string | undefined
  readonly json?: boolean | undefined
}

/** How long the command's server may take to accept connections. */
const START_MS = 30_000

/** Prints a report. Resolves to 0 if the bot passes, 2 if it could not be examined, otherwise 1. */
export async function runExam(options: Options, { print, printError }: Terminal): Promise<number> {
  const { webhook, secret, token, say, postback, json } = options
  const command = { webhook, secret, token, say, postback }
  try {
    const report = (await callEmulator(options, 'POST', 'exam', command)) as ExamReport
    print(json === true ? JSON.stringify(report, null, 2) : reportText(report))
    return report.failed > 0 || !report.talks ? 1 : 0
  } catch (error) {
    const { message } = error as Error
    printError(Object.keys(command).some(name => message.startsWith(`${name}: `)) ? `--${message}` : message)
    return 2
  }
}

function startProblem({ webhook, secret, token, at }: Options): string | null {
  if (webhook === undefined) return '--webhook: the URL of the bot that the command starts is missing'
  if (!isHttpUrl(webhook)) return notWebhookUrl(webhook)
  const [useless] = Object.entries({ secret, token, at }).find(([, value]) => value !== undefined) ?? []
  return useless === undefined
    ? null
    : `--${useless}: cannot be combined with a command, which gets the emulated channel’s variables`
}

async function whenListening(url: URL, ended: Promise<unknown>): Promise<boolean> {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  let over = false
  void ended.then(() => {
    over = true
  })
  for (const until = Date.now() + START_MS; !over && Date.now() < until; await delay(50))
    if (await isListening(port, socketHost(url))) return true
  return false
}

type Running = {
  readonly url: string
  readonly env: Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

/** Examines the bot that a command starts. The command's output goes to stderr, because stdout has the report. */
export async function runExamOf(
  command: readonly string[],
  options: Options,
  start: () => Promise<Running>,
  terminal: Terminal,
): Promise<number> {
  const problem = startProblem(options)
  if (problem !== null) {
    terminal.printError(problem)
    return 2
  }
  const running = await start()
  let stop = () => {}
  const stopped = new Promise<void>(resolve => {
    stop = resolve
  })
  const ended = runChildProcess(
    command,
    running.env,
    { ...terminal, stopped: Promise.race([stopped, terminal.stopped]) },
    ['ignore', 2, 2],
  )
  const { webhook = '' } = options
  const isReady = await whenListening(new URL(webhook), ended)
  if (!isReady) terminal.printError(`--webhook: the command has started no server at ${webhook}`)
  const code = isReady ? await runExam({ ...options, at: running.url }, terminal) : 2
  stop()
  await ended
  await running.close()
  return code
}
