import { createLiffEmulator } from '../emulator.ts'
import { fileStorage } from '../node.ts'
import { startProxy } from '../proxy/start.ts'
import { parseArguments, USAGE } from './arguments.ts'
import { runControl } from './control-commands.ts'
import { doctor } from './doctor.ts'
import { runChildProcess } from './exec.ts'
import { openBrowser } from './open-browser.ts'
import type { Terminal } from './terminal.ts'

const DEFAULT_APP = 'http://localhost:5173'
const DEFAULT_PORT = 4400

type Options = ReturnType<typeof parseArguments>['options']

async function start(options: Options, port: number) {
  const liffId = options['liff-id']
  const emulator = await createLiffEmulator({
    ...(liffId === undefined ? {} : { liffId }),
    ...(options.scenario === undefined ? {} : { scenario: options.scenario }),
    ...(options.storage === undefined ? {} : { storage: fileStorage(options.storage) }),
    endpointUrl: options.endpoint ?? '/',
  })
  const running = await startProxy({ emulator, app: options.target ?? DEFAULT_APP, port })
  return {
    url: running.url,
    liffId: emulator.scenario().apps[0]?.liffId ?? '',
    async close() {
      await running.close()
      await emulator.close()
    },
  }
}

function portOf({ port }: Options, otherwise: number): number {
  const wanted = Number(port ?? otherwise)
  if (Number.isInteger(wanted) && wanted >= 0 && wanted <= 65_535) return wanted
  throw new Error(`--port ${port}: a number from 0 (any that is free) to 65535`)
}

async function runStart(options: Options, open: boolean, terminal: Terminal): Promise<number> {
  const running = await start(options, portOf(options, DEFAULT_PORT))
  const link = `${running.url}/__line/liff.line.me/${running.liffId}`
  terminal.print(`
  The app in LINE   ${running.url}/__emulator/
  By itself         ${running.url}/
  As a LINE link    ${link}

  ${open ? 'Closing its window' : 'Ctrl-C'} stops it.
`)
  await (open ? openBrowser(link, terminal) : terminal.stopped)
  await running.close()
  return 0
}

/** Runs a command beside the emulator; its exit code is the answer. */
async function runExec(options: Options, command: readonly string[], terminal: Terminal): Promise<number> {
  if (command.length === 0) {
    terminal.printError('exec: which command? liff-emulator exec [options] -- npm test')
    return 2
  }
  const running = await start(options, portOf(options, 0))
  const env = { LIFF_EMULATOR_URL: running.url, LIFF_EMULATOR_LIFF_ID: running.liffId }
  const code = await runChildProcess(command, env, terminal)
  await running.close()
  return code
}

function verb(words: readonly string[], terminal: Terminal): number | Promise<number> {
  const { verb: name, rest, command, options, problem } = parseArguments(words)
  if (problem !== null) {
    terminal.printError(`${problem}\n\n${USAGE}`)
    return 2
  }
  switch (name) {
    case 'help':
      terminal.print(USAGE)
      return 0
    case 'start':
    case 'open':
      return runStart(options, name === 'open', terminal)
    case 'exec':
      return runExec(options, command, terminal)
    case 'doctor':
      return doctor(options, terminal)
    default:
      return runControl(name, rest, options, terminal)
  }
}

/** The command line, from its words to its exit code. Never rejects. */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await verb(words, terminal)
  } catch (error) {
    const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    terminal.printError(taken ? 'The port is taken: --port says another' : (error as Error).message)
    return 1
  }
}
