import { readFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** The version of this release, such as `1.1.0`. The loading screen shows the one that the specification names (decision 042). */
export const RELEASE = version
