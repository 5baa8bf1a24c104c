import { readFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** Such as `1.1.0`. The loading screen shows the version that the specification names (decision 042). */
export const RELEASE = version
