import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LiffEmulator } from '../emulator.ts'
import { proxyEnvironment } from '../forward-proxy/environment.ts'
import { startForwardProxy } from '../forward-proxy/start.ts'
import type { ReservedPorts } from '../listen.ts'
import { packageFile } from '../package-file.ts'
import { LINE_PREFIX } from '../page-config.ts'
import { DEFAULT_LOGIN_SECRET } from '../platform/channel.ts'
import { channelIdOf } from '../scenario/channel.ts'
import type { Scenario } from '../scenario/schema.ts'
import { LOGIN_VARIABLES, MESSAGING_VARIABLES } from './channel-names.ts'
import { isReadByApp, type OwnVariables } from './own-channels.ts'

const REGISTER = packageFile('bin/register.js').href

/** Returns variables that make a Node program use the emulated LINE at `url`, and base URLs for SDKs. */
function emulatorEnvironment(url: string) {
  const { NODE_OPTIONS = '' } = process.env
  return {
    LIFF_EMULATOR_URL: url,
    LINE_API_BASE_URL: `${url}${LINE_PREFIX}api.line.me`,
    LINE_API_DATA_BASE_URL: `${url}${LINE_PREFIX}api-data.line.me`,
    NODE_OPTIONS: `${NODE_OPTIONS} --import ${REGISTER}`.trim(),
  }
}

function channelEnvironment({ messaging, apps: [app] }: Pick<Scenario, 'messaging' | 'apps'>) {
  const { id, secret, token } = MESSAGING_VARIABLES
  const login = { id: channelIdOf(app?.liffId ?? ''), secret: app?.channelSecret ?? DEFAULT_LOGIN_SECRET }
  return [
    ...id.map(name => [name, messaging.channelId] as const),
    ...secret.map(name => [name, messaging.channelSecret] as const),
    ...token.map(name => [name, messaging.accessToken] as const),
    ...LOGIN_VARIABLES.flatMap(names => [
      [names.id, login.id] as const,
      [names.secret, login.secret] as const,
    ]),
  ]
}

/** Prefers the developer's own values, and omits those in a file that the app reads itself. */
function credentials(scenario: Scenario, own: OwnVariables): Record<string, string> {
  const variables = channelEnvironment(scenario).flatMap(([name, value]) => {
    const variable = own[name]
    if (variable === undefined) return [[name, value]]
    return isReadByApp(variable) ? [] : [[name, variable.value]]
  })
  return Object.fromEntries(variables)
}

export type BackEndAccess = {
  readonly env: Readonly<Record<string, string>>
  readonly proxy: string
  readonly warning: string | null
  /** Writes the variables to a file for a shell's `.` command, and returns its path, quoted if necessary. */
  readonly writeShellFile: () => Promise<string>
  readonly close: () => Promise<void>
}

type Settings = {
  readonly nextPorts?: boolean
  readonly reserved?: ReservedPorts
  readonly own?: OwnVariables
}

const quoted = (value: string): string => `'${value.replaceAll("'", "'\\''")}'`

/**
 * Starts the forward proxy and returns the environment with which a back end reaches the emulator at `url` without code
 * changes. With `nextPorts`, the proxy uses the two ports after the URL's if they are free, so that a running back end
 * still reaches the emulator after a restart.
 */
export async function startBackEndAccess(
  emulator: Pick<LiffEmulator, 'handle' | 'scenario'>,
  url: string,
  { nextPorts = false, reserved, own = {} }: Settings = {},
): Promise<BackEndAccess> {
  const ownPort = Number(new URL(url).port)
  const proxy = await startForwardProxy({
    emulator,
    url,
    port: nextPorts ? ownPort + 1 : 0,
    ...(reserved === undefined ? {} : { reserved }),
  })
  const channels = credentials(emulator.scenario(), own)
  const env = { ...emulatorEnvironment(url), ...channels, ...proxyEnvironment(proxy) }
  const shellFile = join(proxy.folder, `${ownPort}.sh`)
  return {
    env,
    proxy: proxy.url,
    warning:
      proxy.unsupported.length === 0
        ? null
        : `${proxy.unsupported.join(', ')}: only http:// and https:// proxies are supported. A back end's requests to hosts other than LINE's are sent without it`,
    async writeShellFile() {
      const lines = Object.entries(env).map(([name, value]) => {
        const keep = Object.hasOwn(channels, name) ? `[ -n "\${${name}:-}" ] || ` : ''
        return `${keep}export ${name}=${quoted(value)}\n`
      })
      await writeFile(shellFile, lines.join(''), { mode: 0o600 })
      return /^[\w./-]+$/.test(shellFile) ? shellFile : quoted(shellFile)
    },
    async close() {
      await proxy.close()
      await rm(shellFile, { force: true })
    },
  }
}
