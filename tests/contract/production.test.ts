import { execFileSync } from 'node:child_process'
import { appendFile, cp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ASSETS_COOKIE } from '#contract/limits.ts'
import { inlineScriptHashes } from '#server/http/csp.ts'
import { freePort } from '#tests/kit/campaign.ts'
import { eachFile } from '#tests/kit/each-test.ts'
import { productionCopy } from '#tests/kit/production-copy.ts'

/** Production in a copy of the project that has only the tracked files, like a fresh clone. */
const project = eachFile(productionCopy)

test('npm run serve works in a production install, without the build tools', async () => {
  const { root, copy } = project
  await project.run('tools/build.mjs', 'app')
  for (const file of await readdir(join(copy, 'dist/assets'))) {
    const script = await readFile(join(copy, 'dist/assets', file), 'utf8')
    expect([file, script.includes('/desk-api/')]).toEqual([file, false])
  }
  // Changes a source file after the build, so the server must report that it serves an older build.
  await appendFile(join(copy, 'index.html'), '<!-- changed -->')
  await rm(join(copy, 'node_modules'))
  execFileSync(
    'npm',
    ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'],
    { cwd: copy, shell: process.platform === 'win32', stdio: 'pipe' },
  )
  // On Node 20, npm would compile this package for minutes, so the test copies the compiled binary.
  const binary = 'node_modules/better-sqlite3/build'
  await cp(join(root, binary), join(copy, binary), { recursive: true }).catch(() => undefined)
  const installed = await readdir(join(copy, 'node_modules'))
  expect(installed).toEqual(expect.arrayContaining(['hono', 'tsx', 'pg']))
  for (const tool of ['vite', 'vitest', 'playwright', 'vite-plugin-pwa', 'rolldown', 'vue', 'liff-emulator'])
    expect(installed).not.toContain(tool)

  await project.run('tools/run.mjs', 'server/cli/main.ts', 'init')
  const port = String(await freePort())
  const serving = project.start({ PORT: port }, 'tools/serve.mjs')
  const answer = async (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => serving.child.exitCode ?? null,
    )
  await expect.poll(() => answer('/healthz'), { timeout: 60_000 }).toBe(200)
  expect(await answer('/')).toBe(200)
  // Phones that do not have the first scripts yet get them inline in the document.
  for (const [cookie, count] of [
    [`${ASSETS_COOKIE}=1`, 3],
    ['', 8],
  ] as const) {
    const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { Cookie: cookie } })
    const inline = inlineScriptHashes(await page.text())
    expect([cookie, inline.length]).toEqual([cookie, count])
    for (const hash of inline) expect(page.headers.get('content-security-policy')).toContain(`'${hash}'`)
  }
  expect(serving.output).toContain('dist/ was built from other sources')
  serving.child.kill('SIGTERM')
  expect(await serving.ended).toBe(0)
}, 600_000)

test('npm run serve names the missing build if the build tools are absent', async () => {
  await rm(join(project.copy, 'dist'), { recursive: true })
  const serving = project.start({}, 'tools/serve.mjs')
  expect(await serving.ended).toBe(2)
  expect(serving.output).toMatch(/^dist\/ is missing, and the build tools are not installed here/)
}, 60_000)
