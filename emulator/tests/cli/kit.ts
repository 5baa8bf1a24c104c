import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { run } from '#emulator/cli/run.ts'
import { listen } from '#tests/kit/listen.ts'

export type CommandResult = { readonly code: number; readonly output: string; readonly errors: string }

/** Runs the command line in this process. `output` resolves with its first output; `stop` acts as Ctrl-C. */
export function startCommand(...words: readonly string[]) {
  const output: string[] = []
  const errors: string[] = []
  let stop = () => {}
  let printed = () => {}
  const first = new Promise<void>(resolve => {
    printed = resolve
  })
  const terminal = {
    print: (text: string) => {
      output.push(text)
      printed()
    },
    printError: (text: string) => errors.push(text),
    stopped: new Promise<void>(resolve => {
      stop = resolve
    }),
  }
  const ended = run(words, terminal).then((code): CommandResult => {
    printed()
    return { code, output: output.join('\n'), errors: errors.join('\n') }
  })
  return { ended, stop, output: first.then(() => output.join('\n')), errorsSoFar: () => errors.join('\n') }
}

export const runCommand = (...words: readonly string[]): Promise<CommandResult> =>
  startCommand(...words).ended

/** Starts the emulator in front of `app`, calls `use` with its URL, and stops it as Ctrl-C does. */
export async function withEmulator(app: string, use: (url: string) => Promise<void>, ...words: string[]) {
  const command = startCommand(app, '--port', '0', ...words)
  const [url = ''] = /http:\/\/localhost:\d+/.exec(await command.output) ?? []
  try {
    await use(url)
  } finally {
    command.stop()
  }
  return command.ended
}

export async function startServer(answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void) {
  const server = createServer(answer)
  return { server, ...(await listen(server)) }
}
