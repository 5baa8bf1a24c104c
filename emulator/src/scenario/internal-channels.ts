import { channelIdOf } from './channel.ts'
import type { App, Scenario } from './schema.ts'

/** The channels inside a MINI App channel, each with its own channel id and LIFF id. */
export const INTERNAL_CHANNELS = ['developing', 'review', 'published'] as const
export type InternalChannel = (typeof INTERNAL_CHANNELS)[number]

type MiniApp = NonNullable<App['miniApp']>

/** Distance between the channel ids that internal channels have by default. Apps often have consecutive channel ids. */
const CHANNEL_STEP = 100_000_000

/** Returns a LIFF id with another channel id of ten digits. */
function withNextChannel(liffId: string, step: number): string {
  const next = (Number(channelIdOf(liffId)) + step * CHANNEL_STEP) % 10 ** 10
  return `${String(next).padStart(10, '0')}${liffId.slice(10)}`
}

/** Returns the LIFF id of one of a MINI App's internal channels. */
function internalLiffId({ liffId }: App, miniApp: MiniApp, channel: InternalChannel): string {
  const [from, to] = [miniApp.channel, channel].map(name => INTERNAL_CHANNELS.indexOf(name)) as [
    number,
    number,
  ]
  if (from === to) return liffId
  return miniApp.liffIds[channel] ?? withNextChannel(liffId, (to - from + 3) % 3)
}

/** Returns the app on each of its internal channels, its own first; an app that is not a MINI App has only itself. */
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

/** Returns the apps of a scenario, including the internal channels of MINI Apps. */
export function allApps({ apps }: Pick<Scenario, 'apps'>): readonly App[] {
  return apps.flatMap(internalApps)
}
