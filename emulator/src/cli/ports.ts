import { isInFile, type OwnVariable, type OwnVariables } from './own-channels.ts'

export class CannotStart extends Error {}

type Options = {
  readonly target?: string | undefined
  readonly webhook?: string | undefined
  readonly endpoint?: readonly string[] | undefined
  readonly port?: string | undefined
}

/** The developer's variables, and the command that `exec` or `exam` starts, if any. */
type Context = { readonly own: OwnVariables; readonly command: readonly string[] | null }

function portIn(text: string): number[] {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  return port > 0 && port <= 65_535 ? [port] : []
}

const OPTION_OF_PORT = /(?:^|\s)(?:--port|-p)(?:\s+|=)(\d+)|\bPORT=(\d+)/g

/** Returns the ports that a command line names: `vite --port 3000`, `next dev -p 3000`, `PORT=3000 node server.js`. */
export const portsInCommand = (command: string): number[] =>
  [...command.matchAll(OPTION_OF_PORT)].flatMap(([, option, variable]) => portIn(option ?? variable ?? ''))

const nameOf = ({ setIn }: OwnVariable): string => `PORT in ${setIn}`

function namedPorts({ target = '', webhook = '', endpoint = [] }: Options, { own, command }: Context) {
  const urls = [
    ['APP', target],
    ['--webhook', webhook],
    ...endpoint.map(url => ['--endpoint', url] as const),
  ] as const
  const named = urls.flatMap(([option, url]) => {
    const { port } = URL.canParse(url) ? new URL(url) : { port: '' }
    return portIn(port).map(number => [number, option] as const)
  })
  const { PORT } = own
  const ofVariable = PORT === undefined ? [] : portIn(PORT.value).map(port => [port, nameOf(PORT)] as const)
  const inCommand = portsInCommand((command ?? []).join(' ')).map(port => [port, 'the command'] as const)
  return new Map<number, string>([...inCommand, ...ofVariable, ...named])
}

/** Returns the app servers' ports, and possible port numbers in the command or in variables such as `API_PORT`. */
export function reservedPorts(options: Options, context: Context): ReadonlySet<number> {
  const { own, command } = context
  const variables = Object.entries(own).filter(([name]) => name.endsWith('_PORT'))
  const numbers = (command ?? []).join(' ').match(/\d+/g) ?? []
  return new Set([
    ...namedPorts(options, context).keys(),
    ...[...variables.map(([, variable]) => variable?.value ?? ''), ...numbers].flatMap(portIn),
  ])
}

/** Returns the port to listen on, or 0 for any free one. Throws if `--port` is an app server's port. */
export function portOf(options: Options, defaultPort: number, context: Context): number {
  const port = Number(options.port ?? defaultPort)
  if (!(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw new CannotStart(
      `--port: must be a number from 0 (any free port) to 65535, not "${options.port ?? defaultPort}"`,
    )
  const user = namedPorts(options, context).get(port)
  if (user === undefined) return port
  if (options.port === undefined) return 0
  const { PORT } = context.own
  // Tools such as foreman assign each program its own PORT: `liff-emulator --port $PORT`.
  if (context.command === null && PORT !== undefined && user === nameOf(PORT) && !isInFile(PORT)) return port
  throw new CannotStart(`--port: ${port} is the port of ${user}. Choose another one`)
}
