import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { run } from '#emulator/cli/run.ts'

/** What a verb output, and the exit code it ended with. */
export type CommandResult = { readonly code: number; readonly output: string; readonly errors: string }

/** A command line in this process: its first words are awaited with `output`, and `stop` is its Ctrl-C. */
export function startCommand(...words: readonly string[]) {
  const output: string[] = []
  const errors: string[] = []
  let stop = () => {}
  let spoken = () => {}
  const first = new Promise<void>(resolve => {
    spoken = resolve
  })
  const terminal = {
    print: (text: string) => {
      output.push(text)
      spoken()
    },
    printError: (text: string) => errors.push(text),
    stopped: new Promise<void>(resolve => {
      stop = resolve
    }),
  }
  const ended = run(words, terminal).then((code): CommandResult => {
    spoken()
    return { code, output: output.join('\n'), errors: errors.join('\n') }
  })
  return { ended, stop, output: first.then(() => output.join('\n')), errorsSoFar: () => errors.join('\n') }
}

/** A verb that ends by itself. */
export const runCommand = (...words: readonly string[]): Promise<CommandResult> =>
  startCommand(...words).ended

/** The emulator in front of `app` while `use` runs; ends as Ctrl-C ends it. */
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

/** An app's own server. */
export async function startServer(answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void) {
  const server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    server,
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
