import { readFileSync } from 'node:fs'
import { createLiffEmulator } from '../emulator.ts'
import { fileStorage } from '../node.ts'
import { packageFile } from '../package-file.ts'
import { startProxy } from '../proxy/start.ts'
import { notesAbout } from './app-notes.ts'
import { parseArguments, USAGE } from './arguments.ts'
import { startBackEndAccess } from './back-end.ts'
import { readConfig, withConfig } from './config-file.ts'
import { runControl } from './control-commands.ts'
import { doctor } from './doctor.ts'
import { runExam, runExamOf } from './exam.ts'
import { runChildProcess } from './exec.ts'
import { init } from './init/init.ts'
import { findBrowser, noBrowser, openBrowser } from './open-browser.ts'
import { foldersOf, ownVariables, unusableVariables, withOwnCredentials } from './own-channels.ts'
import { portInUse } from './port-in-use.ts'
import { CannotStart, portOf, reservedPorts } from './ports.ts'
import { scenarioOptions } from './scenario-options.ts'
import type { Terminal } from './terminal.ts'
import { requireWritable } from './unwritable.ts'

const DEFAULT_APP = 'http://localhost:5173'
const DEFAULT_PORT = 4400

type Options = ReturnType<typeof parseArguments>['options']

type Start = { readonly defaultPort: number; readonly command: readonly string[] | null }

async function start(options: Options, { defaultPort, command }: Start, terminal: Terminal) {
  const app = options.target ?? DEFAULT_APP
  const own = await ownVariables(foldersOf(app))
  const port = portOf({ ...options, target: app }, defaultPort, { own, command })
  const reserved = reservedPorts({ ...options, target: app }, { own, command })
  for (const warning of unusableVariables(own)) terminal.printError(warning)
  if (options.storage !== undefined) await requireWritable('--storage', options.storage)
  const emulator = await createLiffEmulator({
    followBrowser: true,
    ...withOwnCredentials(await scenarioOptions(options), own),
    ...(options.storage === undefined ? {} : { storage: fileStorage(options.storage) }),
  })
  emulator.onPageWithoutShim((url, problem) => terminal.printError(`\n  Error in ${url}\n  ${problem}.\n`))
  const running = await startProxy({ emulator, app, port, reserved })
  const { url } = running
  const nextPorts = port !== 0
  const backEnd = await startBackEndAccess(emulator, url, { nextPorts, reserved, own }).catch(async error => {
    await running.close()
    throw error
  })
  if (backEnd.warning !== null) terminal.printError(backEnd.warning)
  return {
    url,
    liffId: emulator.scenario().apps[0]?.liffId ?? '',
    backEnd,
    async close() {
      await backEnd.close()
      await running.close()
      await emulator.close()
    },
  }
}

async function runStart(options: Options, open: boolean, terminal: Terminal): Promise<number> {
  const running = await start(options, { defaultPort: DEFAULT_PORT, command: null }, terminal)
  const notes = await notesAbout(options.target ?? DEFAULT_APP)
  const link = `${running.url}/__line/liff.line.me/${running.liffId}`
  const browser = open ? findBrowser() : undefined
  terminal.print(`
  The app in LINE       ${running.url}/__emulator/
  The app on its own    ${running.url}/
  The app's LINE link   ${link}
  Its forward proxy     ${running.backEnd.proxy}
  LINE for a back end   . ${await running.backEnd.writeShellFile()} && node server.js
${notes.map(note => `\n  Note: ${note}\n`).join('')}
  ${browser ? 'Close the browser window' : 'Press Ctrl-C'} to stop.
`)
  if (open && browser === undefined)
    terminal.printError(
      `${noBrowser()}. Open ${link} in a browser, or set CHROMIUM_PATH and start again. The emulator runs until you press Ctrl-C`,
    )
  await (browser === undefined ? terminal.stopped : openBrowser(browser, link, terminal))
  await running.close()
  return 0
}

async function runExec(options: Options, command: readonly string[], terminal: Terminal): Promise<number> {
  if (command.length === 0) {
    terminal.printError('exec: the command is missing. Example: liff-emulator exec [APP] -- npm test')
    return 2
  }
  const running = await start(options, { defaultPort: 0, command }, terminal)
  const env = { ...running.backEnd.env, LIFF_EMULATOR_LIFF_ID: running.liffId }
  const code = await runChildProcess(command, env, terminal)
  await running.close()
  return code
}

async function startForExam(options: Options, command: readonly string[], terminal: Terminal) {
  const { url, backEnd, close } = await start(options, { defaultPort: 0, command }, terminal)
  return { url, env: backEnd.env, close }
}

const ownVersion = (): string =>
  (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { readonly version: string }).version

const USES_CONFIG: readonly string[] = ['start', 'open', 'exec', 'doctor']

async function dispatch(args: readonly string[], terminal: Terminal): Promise<number> {
  const { command, rest, childCommand, options: given, problem } = parseArguments(args)
  if (problem !== null) {
    terminal.printError(`${problem}\n\n${USAGE}`)
    return 2
  }
  const options = USES_CONFIG.includes(command) ? withConfig(given, await readConfig('.')) : given
  switch (command) {
    case 'help':
      terminal.print(USAGE)
      return 0
    case 'version':
      terminal.print(ownVersion())
      return 0
    case 'start':
    case 'open':
      return runStart(options, command === 'open', terminal)
    case 'exec':
      return runExec(options, childCommand, terminal)
    case 'exam':
      return childCommand.length === 0
        ? runExam(options, terminal)
        : runExamOf(childCommand, options, () => startForExam(options, childCommand, terminal), terminal)
    case 'init':
      return init(options, terminal)
    case 'doctor':
      return doctor(options, terminal)
    default:
      return runControl(command, rest, options, terminal)
  }
}

/** Resolves to the exit code: 2 for invalid options or a port in use, 1 for other failures. Never rejects. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(args, terminal)
  } catch (error) {
    const inUse = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    terminal.printError(inUse ? await portInUse(error as { port?: number }) : (error as Error).message)
    return inUse || error instanceof CannotStart ? 2 : 1
  }
}
