import { WEBHOOK_PATH } from '#server/http/paths.ts'
import { type Production, releaseFolder } from '#tests/kit/production-process.ts'
import type { FastClock } from './fast-clock.ts'
import type { LineProcess } from './line.ts'

const register = new URL('../../../emulator/bin/register.js', import.meta.url).href

type Given = {
  readonly count: number
  readonly env: Readonly<Record<string, string>>
  readonly clock: FastClock
  readonly line: LineProcess
  /** The URL of a preload script that plants a defect in the servers. */
  readonly defect?: string
}

export type Servers = Awaited<ReturnType<typeof startServers>>

/**
 * Starts `server/main.ts` in `count` processes, which send to the emulated LINE. The newest process gets LINE's
 * webhooks.
 */
export async function startServers({ count, env, clock, line, defect }: Given) {
  const release = await releaseFolder()
  const servers: Production[] = []
  let killed = 0

  async function add(): Promise<void> {
    const server = await release.start({
      ...env,
      ...clock.env,
      NODE_OPTIONS: [
        clock.preload,
        ...[register, defect].filter(Boolean).map(script => `--import ${script}`),
      ].join(' '),
      LIFF_EMULATOR_URL: line.url,
      LINE_MESSAGING_ACCESS_TOKEN: 'emulated-channel-access-token',
      LINE_MESSAGING_CHANNEL_SECRET: '5ec2e75ec2e75ec2e75ec2e75ec2e75e',
      // Each lost response would log an error.
      LOG_LEVEL: 'fatal',
    })
    servers.push(server)
    await line.webhook(server.origin + WEBHOOK_PATH)
  }
  try {
    for (let n = 0; n < count; n++) await add()
  } catch (error) {
    await release.drop()
    throw error
  }

  return {
    origin: (): string => servers.at(-1)?.origin ?? '',
    killed: () => killed,
    async kill(): Promise<void> {
      const oldest = servers.shift()
      oldest?.child.kill('SIGKILL')
      await oldest?.ended
      killed += 1
      await add()
    },
    close: () => release.drop(),
  }
}
