import { LINE_PREFIX } from '../page-config.ts'
import { DEFAULT_LOGIN_SECRET } from '../platform/channel.ts'
import { channelIdOf } from '../scenario/channel.ts'
import type { Scenario } from '../scenario/schema.ts'

/** URL of the preload script, next to `src` and `lib`. */
const REGISTER = new URL('../../bin/register.js', import.meta.url).href

/**
 * Returns the environment variables with which a back end reaches the emulated LINE. `NODE_OPTIONS` makes any Node program
 * do so without a change, and keeps the options that are already set. Programs in other languages pass the base URLs to
 * their SDK.
 */
export function backEndEnvironment(url: string) {
  const { NODE_OPTIONS = '' } = process.env
  return {
    LIFF_EMULATOR_URL: url,
    LINE_API_BASE_URL: `${url}${LINE_PREFIX}api.line.me`,
    LINE_API_DATA_BASE_URL: `${url}${LINE_PREFIX}api-data.line.me`,
    NODE_OPTIONS: `${NODE_OPTIONS} --import ${REGISTER}`.trim(),
  }
}

/**
 * Returns the credentials of the Messaging API channel, in the variables that LINE's examples use, and those of the LINE
 * Login channel of the first app.
 */
export function channelEnvironment({ messaging, apps: [app] }: Pick<Scenario, 'messaging' | 'apps'>) {
  return {
    LINE_CHANNEL_ID: messaging.channelId,
    LINE_CHANNEL_SECRET: messaging.channelSecret,
    LINE_CHANNEL_ACCESS_TOKEN: messaging.accessToken,
    LINE_LOGIN_CHANNEL_ID: channelIdOf(app?.liffId ?? ''),
    LINE_LOGIN_CHANNEL_SECRET: app?.channelSecret ?? DEFAULT_LOGIN_SECRET,
  }
}

/** Returns the two variables that a Node program needs, as they are written before a command in a shell. */
export function shellLine({
  LIFF_EMULATOR_URL,
  NODE_OPTIONS,
}: ReturnType<typeof backEndEnvironment>): string {
  return `LIFF_EMULATOR_URL=${LIFF_EMULATOR_URL} NODE_OPTIONS="${NODE_OPTIONS}"`
}
