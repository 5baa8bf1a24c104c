import { readFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** For example `1.1.0`. The loading screen shows the specification's version instead (decision 042). */
export const RELEASE = version
