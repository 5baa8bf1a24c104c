import { LINE_PREFIX } from '../page-config.ts'

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

/** Returns the two variables that a Node program needs, as they are written before a command in a shell. */
export function shellLine({
  LIFF_EMULATOR_URL,
  NODE_OPTIONS,
}: ReturnType<typeof backEndEnvironment>): string {
  return `LIFF_EMULATOR_URL=${LIFF_EMULATOR_URL} NODE_OPTIONS="${NODE_OPTIONS}"`
}
