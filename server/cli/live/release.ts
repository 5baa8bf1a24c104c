import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Finding, ok, unless } from '#server/cli/checks.ts'
import { RELEASE } from '#server/release.ts'
import { ask, fieldOf } from './ask.ts'

const builtHere = fileURLToPath(new URL('../../../dist/version.json', import.meta.url))

/**
 * Compares the server's version and the app's build with this folder, and the page's `og:url` with the page's address.
 */
export async function releaseCheck(url: URL): Promise<Finding> {
  const document = await ask(new URL('/api/openapi.json', url))
  const info = fieldOf(document.body, 'info')
  const version = fieldOf(JSON.stringify(info ?? null), 'version')
  const served = fieldOf((await ask(new URL('/version.json', url))).body, 'build')
  const here = fieldOf(await readFile(builtHere, 'utf8').catch(() => ''), 'build')
  const page = await ask(new URL('/', url), { headers: { Accept: 'text/html' } })
  const address = /<meta property="og:url" content="([^"]*)"/.exec(page.body)?.[1]
  const problems = [
    ...(version === RELEASE ? [] : [`the server has version ${String(version)}, and this folder ${RELEASE}`]),
    ...(served === undefined ? ['the app is not built with a version (/version.json)'] : []),
    ...(here !== undefined && here !== served
      ? ['the app in dist/ is another build than the one that the server sends']
      : []),
    ...(address !== undefined && URL.canParse(address) && new URL(address).origin === url.origin
      ? []
      : [`the page was built for ${address ?? 'no address'}: set PUBLIC_URL=${url.origin} when building`]),
  ]
  return problems.length > 0
    ? unless(problems, '', 'Build the app, then restart the server.')
    : ok(`version ${RELEASE}, build ${String(served)}${here === undefined ? '' : ', as in this folder'}`)
}
