/** An option whose value cannot be used. */
export class CannotStart extends Error {}

type Options = {
  readonly target?: string | undefined
  readonly webhook?: string | undefined
  readonly endpoint?: readonly string[] | undefined
  readonly port?: string | undefined
}

/** Returns the ports of the servers that the options name, and the option that names each. */
export function namedPorts({ target = '', webhook = '', endpoint = [] }: Options): Map<number, string> {
  const named = [
    ['APP', target],
    ['--webhook', webhook],
    ...endpoint.map(url => ['--endpoint', url] as const),
  ] as const
  const ports = named.flatMap(([option, url]) => {
    const port = URL.canParse(url) ? Number(new URL(url).port) : 0
    return port === 0 ? [] : [[port, option] as const]
  })
  return new Map(ports)
}

/**
 * Returns the port to listen on, 0 for any free one. A default port that the options name for another server becomes 0; throws
 * if `--port` is such a port.
 */
export function portOf(options: Options, defaultPort: number): number {
  const port = Number(options.port ?? defaultPort)
  if (!(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw new CannotStart(
      `--port: must be a number from 0 (any free port) to 65535, not "${options.port ?? defaultPort}"`,
    )
  const option = namedPorts(options).get(port)
  if (option === undefined) return port
  if (options.port === undefined) return 0
  throw new CannotStart(`--port: ${port} is the port of ${option}. Choose another one`)
}

/** Returns the emulator that uses a port of this machine, or null. */
async function emulatorAt(port: number): Promise<string | null> {
  const url = `http://127.0.0.1:${port}/__emulator/api/health`
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) })
    const text = await answer.text()
    const [, owner] = /^This is the forward proxy of the LIFF emulator at (\S+)\. /.exec(text) ?? []
    if (owner !== undefined) return `the forward proxy of the emulator at ${owner}`
    return answer.ok && Object.hasOwn(JSON.parse(text), 'scenario')
      ? `the emulator at http://localhost:${port}`
      : null
  } catch {
    return null
  }
}

/** Returns the message for a port that another program uses. */
export async function portInUse({ port }: { readonly port?: number }): Promise<string> {
  const emulator = port === undefined ? null : await emulatorAt(port)
  const by = emulator === null ? '' : ` by ${emulator}`
  const stop = emulator === null ? '' : ', or stop that emulator'
  return `The port ${port} is already in use${by}. Choose another with --port${stop}`
}
