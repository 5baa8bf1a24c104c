import { channelIdOf, INTERNAL_CHANNELS, type InternalChannel } from './channel.ts'
import type { App, Scenario } from './schema.ts'

type MiniApp = NonNullable<App['miniApp']>

/** Apps often have consecutive channel ids, so internal channels are far apart. */
const CHANNEL_STEP = 100_000_000

function withNextChannel(liffId: string, step: number): string {
  const next = (Number(channelIdOf(liffId)) + step * CHANNEL_STEP) % 10 ** 10
  return `${String(next).padStart(10, '0')}${liffId.slice(10)}`
}

function internalLiffId({ liffId }: App, miniApp: MiniApp, channel: InternalChannel): string {
  const [from, to] = [miniApp.channel, channel].map(name => INTERNAL_CHANNELS.indexOf(name)) as [
    number,
    number,
  ]
  if (from === to) return liffId
  return miniApp.liffIds[channel] ?? withNextChannel(liffId, (to - from + 3) % 3)
}

/** Returns the app on each of its internal channels, starting with its own. A LIFF app has only one. */
export function internalApps(app: App): readonly App[] {
  const { miniApp } = app
  if (miniApp === null) return [app]
  const others = INTERNAL_CHANNELS.filter(channel => channel !== miniApp.channel)
  return [
    app,
    ...others.map(channel => ({
      ...app,
      liffId: internalLiffId(app, miniApp, channel),
      miniApp: { ...miniApp, channel },
    })),
  ]
}

/** Includes the internal channels of MINI Apps. */
export function allApps({ apps }: Pick<Scenario, 'apps'>): readonly App[] {
  return apps.flatMap(internalApps)
}
