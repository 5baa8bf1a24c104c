import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ASSETS_COOKIE } from '#contract/limits.ts'
import { inlineScriptHashes } from '#server/http/csp.ts'
import { freePort } from '#tests/kit/campaign.ts'

/**
 * Tests builds and production in a copy of the project that has only the tracked files, as in a fresh clone.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))

const settings = {
  LIFF_ID: '1234567890-AbcdEfgh',
  LINE_CHANNEL_ID: '1234567890',
  LINE_OA_ID: '@campaign',
  PUBLIC_URL: 'https://campaign.example',
  METRICS_PORT: '0',
  HOST: '127.0.0.1',
  SHUTDOWN_DELAY: '0',
}

let copy = ''
const children = new Set<ChildProcess>()

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'production-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  })
  const files = listed.toString().split('\0').filter(Boolean)
  for (const file of files.filter(name => !/^(docs\/images|tests)\//.test(name))) {
    await mkdir(dirname(join(copy, file)), { recursive: true })
    // Git also lists a file that was deleted without committing the deletion.
    await cp(join(root, file), join(copy, file)).catch(() => undefined)
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(copy, { recursive: true, force: true, maxRetries: 3 })
})

/** Starts a program of the copied project, with production settings. */
function start(more: Record<string, string>, ...args: string[]) {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, ...settings, DATA_DIR: join(copy, '.data'), ...more }
  const child = spawn(process.execPath, args, { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.add(child)
  const running = { child, output: '', ended: Promise.resolve<number | null>(null) }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', data => {
      running.output += data
    })
  running.ended = new Promise(done => child.once('close', done))
  return running
}

async function run(...args: string[]): Promise<string> {
  const running = start({}, ...args)
  expect([await running.ended, running.output]).toEqual([0, expect.any(String)])
  return running.output
}

/** Returns the script that the built page loads first. */
async function entryScript(): Promise<string> {
  const html = await readFile(join(copy, 'dist/index.html'), 'utf8')
  const script = /src="\/(assets\/index-[^"]+)"/.exec(html)?.[1] ?? ''
  return readFile(join(copy, 'dist', script), 'utf8')
}

const hidden = async () => (await readdir(copy)).filter(name => name.startsWith('.aside-'))

test('two builds at once leave one whole build', async () => {
  const outputs = await Promise.all([run('tools/build.mjs', 'app'), run('tools/build.mjs', 'app')])
  expect(outputs.join('')).toContain('Building the app')
  expect((await entryScript()).length).toBeGreaterThan(1000)
  expect(await hidden()).toEqual([])
  // Both builds had the same sources, so the app is up to date and is not built again.
  expect(await run('tools/build.mjs', 'app')).toBe('')
}, 300_000)

test('a build that is killed leaves the previous one in place', async () => {
  const before = await readdir(join(copy, 'dist'), { recursive: true })
  const script = await entryScript()
  await appendFile(join(copy, 'index.html'), '<!-- changed -->')
  const { child, ended } = start({}, 'tools/build.mjs', 'app')
  await expect.poll(hidden, { timeout: 60_000 }).toHaveLength(1)
  child.kill('SIGKILL')
  await ended
  expect(await readdir(join(copy, 'dist'), { recursive: true })).toEqual(before)
  expect(await entryScript()).toBe(script)
}, 120_000)

test('npm run serve works in a production install, without the build tools', async () => {
  await rm(join(copy, 'node_modules'))
  execFileSync(
    'npm',
    ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'],
    {
      cwd: copy,
      shell: process.platform === 'win32',
      stdio: 'pipe',
    },
  )
  // On Node 20 this package is compiled, which takes minutes, so use the binary that is already compiled.
  const binary = 'node_modules/better-sqlite3/build'
  await cp(join(root, binary), join(copy, binary), { recursive: true }).catch(() => undefined)
  const installed = await readdir(join(copy, 'node_modules'))
  expect(installed).toEqual(expect.arrayContaining(['hono', 'tsx', 'pg']))
  for (const tool of ['vite', 'vitest', 'playwright', 'vite-plugin-pwa', 'terser', 'vue', 'liff-emulator'])
    expect(installed).not.toContain(tool)

  await run('tools/run.mjs', 'server/cli/main.ts', 'init')
  const port = String(await freePort())
  const serving = start({ PORT: port }, 'tools/serve.mjs')
  const answer = async (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => serving.child.exitCode ?? null,
    )
  await expect.poll(() => answer('/healthz'), { timeout: 60_000 }).toBe(200)
  expect(await answer('/')).toBe(200)
  // Phones that do not have the first scripts get them in the document.
  for (const [cookie, count] of [
    [`${ASSETS_COOKIE}=1`, 2],
    ['', 6],
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
  await rm(join(copy, 'dist'), { recursive: true })
  const serving = start({}, 'tools/serve.mjs')
  expect(await serving.ended).toBe(1)
  expect(serving.output).toMatch(/^dist\/ is missing, and the build tools are not installed here/)
}, 60_000)
