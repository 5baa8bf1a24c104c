import { createServer as createHttpServer, type Server } from 'node:http'
import { isClientAddress } from '#emulator/node-clients.ts'
import { readSettings, type Settings } from '#server/config.ts'
import { listen } from '#server/listen.ts'
import { refuse } from './command.mjs'

type Environment = Readonly<Record<string, string | undefined>>

/** Returns the settings for `npm start`. Exits with a message if one is invalid or the port is in use. */
export async function checkSettings(env: Environment): Promise<StackSettings> {
  const read = readSettings(env, 'emulator')
  if (!read.ok) refuse(read.errors.join('\n'))
  const { settings } = read
  const clients = clientsOf(env)
  await probe(settings)
  return { ...settings, clients }
}

export type StackSettings = Settings & {
  /** Other machines that may use the emulator and the campaign, by address or network. */
  readonly clients: readonly string[]
}

function clientsOf(env: Environment): readonly string[] {
  const clients = (env.EMULATOR_CLIENTS ?? '').split(',').map(entry => entry.trim())
  const given = clients.filter(entry => entry !== '')
  const wrong = given.find(entry => !isClientAddress(entry))
  if (wrong !== undefined)
    refuse(`EMULATOR_CLIENTS: "${wrong}" is not an IP address or a network such as 172.17.0.0/16`)
  return given
}

/** Opens the port briefly, to report a port in use before the build. */
async function probe(settings: Settings): Promise<void> {
  const server = createHttpServer()
  await listenOrRefuse(server, settings)
  await new Promise(resolve => server.close(resolve))
}

export async function listenOrRefuse(server: Server, { port, host }: Settings): Promise<void> {
  await listen(server, { port, host }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') refuse(`PORT: ${port} is in use by another program`)
    if (error.code === 'EACCES') refuse(`PORT: ${port} cannot be opened by this user`)
    refuse(`HOST: ${host} cannot be listened on (${error.code})`)
  })
}

/** Warns if other machines can reach the emulator, which signs in anyone as any user. */
export function warnOfOthers(
  { host, clients }: Pick<StackSettings, 'host' | 'clients'>,
  warn: (text: string) => void = console.warn,
): void {
  if (/^(localhost|127\..*|::1)$/.test(host)) return
  warn(
    clients.length === 0
      ? `  HOST=${host}: other machines are refused. EMULATOR_CLIENTS lets some in, for example 172.17.0.0/16.\n`
      : `  HOST=${host}: anyone at ${clients.join(', ')} can sign in as any user and change all data.\n`,
  )
}
