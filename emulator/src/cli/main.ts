import { spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { createLiffEmulator } from '../emulator.ts'
import { fileStorage } from '../node.ts'
import { parseArguments, USAGE } from './arguments.ts'
import { sdkScript } from './cdn.ts'
import { runControl } from './control-verbs.ts'
import { doctor } from './doctor.ts'
import { openBrowser } from './open-browser.ts'
import { createProxy } from './proxy.ts'

type Running = { readonly url: string; readonly liffId: string; readonly close: () => Promise<void> }

type Options = ReturnType<typeof parseArguments>['options']

async function start(options: Options): Promise<Running> {
  const liffId = options['liff-id']
  const emulator = await createLiffEmulator({
    ...(liffId === undefined ? {} : { liffId }),
    ...(options.scenario === undefined ? {} : { scenario: options.scenario }),
    ...(options.storage === undefined ? {} : { storage: fileStorage(options.storage) }),
    endpointUrl: options.endpoint ?? '/',
  })
  let sdk: Promise<string | null> | null = null
  const server = createProxy({
    emulator,
    target: new URL(options.target ?? 'http://localhost:5173'),
    sdk: () => {
      sdk ??= sdkScript(process.cwd())
      return sdk
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(Number(options.port ?? 4400), '127.0.0.1', resolve)
  })
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    liffId: emulator.scenario().apps[0]?.liffId ?? '',
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await emulator.close()
    },
  }
}

async function runStart(options: Options, open: boolean): Promise<number> {
  const running = await start(options)
  console.log(`
  The app in LINE   ${running.url}/__emulator/
  By itself         ${running.url}/
  As a LINE link    ${running.url}/__line/liff.line.me/${running.liffId}

  Ctrl-C stops it.
`)
  if (open) openBrowser(`${running.url}/__line/liff.line.me/${running.liffId}`)
  await new Promise<void>(resolve => {
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
  })
  await running.close()
  return 0
}

/** Runs a command beside the emulator; its exit code is the answer. */
async function runExec(options: Options, command: readonly string[]): Promise<number> {
  const [program, ...args] = command
  if (program === undefined) {
    console.error('exec: which command? liff-emulator exec [options] -- npm test')
    return 2
  }
  const running = await start({ ...options, port: options.port ?? '0' })
  const env = { ...process.env, LIFF_EMULATOR_URL: running.url, LIFF_EMULATOR_LIFF_ID: running.liffId }
  const code = await new Promise<number>(resolve => {
    const child = spawn(program, args, { stdio: 'inherit', env })
    child.once('error', error => {
      console.error(`exec: ${error.message}`)
      resolve(127)
    })
    child.once('exit', (status, signal) => resolve(status ?? (signal === null ? 1 : 130)))
  })
  await running.close()
  return code
}

async function run(words: readonly string[]): Promise<number> {
  const { verb, rest, command, options, problem } = parseArguments(words)
  if (problem !== null) {
    console.error(`${problem}\n\n${USAGE}`)
    return 2
  }
  switch (verb) {
    case 'help':
      console.log(USAGE)
      return 0
    case 'start':
    case 'open':
      return runStart(options, verb === 'open')
    case 'exec':
      return runExec(options, command)
    case 'doctor':
      return doctor(options)
    default:
      return runControl(verb, rest, options)
  }
}

process.exitCode = await run(process.argv.slice(2)).catch((error: NodeJS.ErrnoException) => {
  console.error(error.code === 'EADDRINUSE' ? 'The port is taken: --port says another' : error.message)
  return 1
})
