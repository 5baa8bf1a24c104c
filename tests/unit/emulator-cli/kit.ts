import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { run } from '#emulator/cli/run.ts'

/** What a verb said, and the exit code it ended with. */
export type Ended = { readonly code: number; readonly said: string; readonly complained: string }

/** A command line in this process: its first words are awaited with `said`, and `stop` is its Ctrl-C. */
export function commandLine(...words: readonly string[]) {
  const said: string[] = []
  const complained: string[] = []
  let stop = () => {}
  let spoken = () => {}
  const first = new Promise<void>(resolve => {
    spoken = resolve
  })
  const terminal = {
    say: (text: string) => {
      said.push(text)
      spoken()
    },
    complain: (text: string) => complained.push(text),
    stopped: new Promise<void>(resolve => {
      stop = resolve
    }),
  }
  const ended = run(words, terminal).then((code): Ended => {
    spoken()
    return { code, said: said.join('\n'), complained: complained.join('\n') }
  })
  return { ended, stop, said: first.then(() => said.join('\n')), complaints: () => complained.join('\n') }
}

/** A verb that ends by itself. */
export const ended = (...words: readonly string[]): Promise<Ended> => commandLine(...words).ended

/** The emulator in front of `app` while `use` runs; ends as Ctrl-C ends it. */
export async function inFrontOf(app: string, use: (url: string) => Promise<void>, ...words: string[]) {
  const command = commandLine(app, '--port', '0', ...words)
  const [url = ''] = /http:\/\/localhost:\d+/.exec(await command.said) ?? []
  try {
    await use(url)
  } finally {
    command.stop()
  }
  return command.ended
}

/** An app's own server. */
export async function served(answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void) {
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
