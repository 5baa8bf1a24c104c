import { execFile } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blankProject, packagePath } from './project.ts'

/** Tests the package as a user gets it: packed, installed with npm in an empty project, run and type-checked there. */

const run = promisify(execFile)

const ENTRIES = {
  'liff-emulator': ['createLiffEmulator', 'namedScenario', 'parseScenario'],
  'liff-emulator/node': ['answerNode', 'fileStorage', 'throughNetwork'],
  'liff-emulator/vite': ['liffEmulator'],
  'liff-emulator/playwright': ['expect', 'test'],
  'liff-emulator/headless': ['createHeadlessLiff'],
  'liff-emulator/liff-mock': ['driveLiffMock'],
  'liff-emulator/liff-mock/vite': ['liffMock'],
  'liff-emulator/page-config': ['EMULATOR_PREFIX', 'LINE_PREFIX'],
  'liff-emulator/page-events': ['isPageEvent'],
  'liff-emulator/queue': ['QUEUE_EVENT'],
} as const

const everyEntry = `
const seen = {}
for (const entry of ${JSON.stringify(Object.keys(ENTRIES))}) seen[entry] = Object.keys(await import(entry))
console.log(JSON.stringify(seen))
`

const node = `
import { createLiffEmulator } from 'liff-emulator'
import { createHeadlessLiff } from 'liff-emulator/headless'

const emulator = await createLiffEmulator({ liffId: '1234567890-AbCdEfGh', scenario: 'friend' })
const issued = await emulator.control.token({ userId: 'U' + 'a'.repeat(32), displayName: 'Someone' })
const headers = { authorization: 'Bearer ' + issued.value.accessToken }
const profile = await emulator.handle(new Request('https://api.line.me/v2/profile', { headers }))
const { displayName } = await profile.json()
const { liff } = await createHeadlessLiff('not-friend')
await liff.init({ liffId: '2000000001-Campaign' })
const panel = await emulator.emulatorFetch(new Request('http://localhost:4000/__emulator/'))
const shim = await emulator.emulatorFetch(new Request('http://localhost:4000/__emulator/shim.js'))
const answers = { displayName, friend: await liff.getFriendship(), panel: panel.status, shim: shim.status }
console.log(JSON.stringify(answers))
await emulator.close()
`

const vite = `
import { createServer } from 'vite'
import { liffEmulator } from 'liff-emulator/vite'

const server = await createServer({
  configFile: false,
  logLevel: 'silent',
  server: { port: 0, host: '127.0.0.1' },
  plugins: [liffEmulator({ liffId: '1234567890-AbCdEfGh' })],
})
await server.listen()
const base = 'http://127.0.0.1:' + server.httpServer.address().port
const page = await (await fetch(base, { headers: { accept: 'text/html' } })).text()
const link = await fetch(base + '/__line/liff.line.me/1234567890-AbCdEfGh', { redirect: 'manual' })
console.log(JSON.stringify({ shim: page.includes('/__emulator/shim.js'), link: link.status }))
await server.close()
`

const types = `
import { createLiffEmulator, type Scenario } from 'liff-emulator'
import { answerNode, fileStorage } from 'liff-emulator/node'
import { createHeadlessLiff, type HeadlessLiff } from 'liff-emulator/headless'
import { expect, test } from 'liff-emulator/playwright'
import { QUEUE_EVENT, type QueueDetail } from 'liff-emulator/queue'
import { liffEmulator } from 'liff-emulator/vite'
import { liffTest } from 'liff-emulator/vitest'
import { defineConfig } from 'vite'
import type { IncomingMessage, ServerResponse } from 'node:http'

export default defineConfig({ plugins: [liffEmulator({ scenario: 'not-friend' })] })
export const emulator = await createLiffEmulator({ storage: fileStorage('line.json') })
export const scenario: Scenario = emulator.scenario()
export const answer = (a: IncomingMessage, b: ServerResponse): Promise<boolean> => answerNode(emulator, a, b)
export const headless = (): Promise<HeadlessLiff> => createHeadlessLiff('friend')
const detail: QueueDetail = { jobs: [{ key: '1', name: 'order', state: 'queued', nextTry: null }] }
export const announced = new CustomEvent(QUEUE_EVENT, { detail })
// @ts-expect-error: a scenario cannot be a number
export const wrong = createHeadlessLiff(1)
liffTest('…', async ({ headlessLiff }) => void (await headlessLiff.liff.getFriendship()).friendFlag)
test.use({ scenario: 'not-friend' })
test('…', async ({ page, line }) => {
  await line.open()
  line.faults.add({ host: 'api.line.me', path: '/v2/*', status: 503 })
  await expect(page).toHaveTitle('…')
})
`

/** Returns the README's liff-mock example, word for word, as a test in happy-dom. */
const liffMock = async () => {
  const readme = await readFile(new URL('../../emulator/README.md', import.meta.url), 'utf8')
  const section = readme.slice(readme.indexOf('### liff-mock'))
  return `${/```ts\n([\s\S]*?)```/.exec(section)?.[1]}
import { expect, test } from 'vitest'
test('README', () => expect(friendFlag).toBe(false))
`
}

let project = ''

beforeAll(async () => {
  const page = '<!doctype html><html><head></head><body>hello</body></html>'
  const scripts = { 'every-entry.js': everyEntry, 'node.js': node, 'vite.js': vite }
  const tests = { 'liff-mock.test.ts': await liffMock() }
  project = await blankProject({ ...scripts, ...tests, 'types.ts': types, 'index.html': page })
}, 120_000)

afterAll(() => rm(project, { recursive: true, force: true }))

const script = async (name: string) =>
  JSON.parse((await run(process.execPath, [name], { cwd: project })).stdout)

test('the command runs', async () => {
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx'
  const { stdout } = await run(npx, ['--no-install', 'liff-emulator', '--help'], { cwd: project })
  expect(stdout).toContain('liff-emulator exec [APP] -- COMMAND')
})

/** Returns the files of the package that Node loads before it runs `file`. */
async function loadedWith(file: string, seen = new Set<string>()): Promise<ReadonlySet<string>> {
  if (seen.has(file)) return seen
  seen.add(file)
  const code = await readFile(file, 'utf8')
  for (const [, path = ''] of code.matchAll(/^import\s+(?:[^'"]*\sfrom\s+)?["'](\.[^"']+)["']/gm))
    await loadedWith(join(dirname(file), path), seen)
  return seen
}

/** Each file adds to the start-up time. With a file for each of its 300 modules, half of the time went into loading. */
test('the command loads at most twelve files before its first answer', async () => {
  const files = await loadedWith(join(project, 'node_modules/liff-emulator/lib/cli/main.js'))
  expect(files.size).toBeGreaterThan(1)
  expect(files.size).toBeLessThanOrEqual(12)
})

test('Node imports every entry point as plain JavaScript', async () => {
  const seen = (await script('every-entry.js')) as Record<string, string[]>
  for (const [entry, names] of Object.entries(ENTRIES))
    expect(seen[entry], entry).toEqual(expect.arrayContaining([...names]))
})

test('the emulator serves LINE, the panel and the shim in Node, and headless LIFF works', async () =>
  expect(await script('node.js')).toEqual({
    displayName: 'Someone',
    friend: { friendFlag: false },
    panel: 200,
    shim: 200,
  }))

test('the plugin runs in Vite', async () =>
  expect(await script('vite.js')).toEqual({ shim: true, link: 302 }))

test('the README’s example of liff-mock runs', async () => {
  const words = [packagePath('vitest/vitest.mjs'), 'run', '--environment=happy-dom', '--reporter=json']
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^VITEST/.test(name)))
  const { stdout } = await run(process.execPath, words, { cwd: project, env }).catch(error => error)
  expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: 1, numFailedTests: 0 })
})

test('every entry point has types that compile with library checks', async () => {
  const tsc = packagePath('typescript/bin/tsc')
  const { stdout } = await run(process.execPath, [tsc, '-p', project]).catch(error => error)
  // The SDK's own declarations do not compile with NodeNext.
  const problems = String(stdout)
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('node_modules/@line/liff/'))
  expect(problems).toEqual([])
}, 120_000)

test('contains the build, the README with its linked files and the licences, but no sources or tests', async () => {
  const installed = join(project, 'node_modules/liff-emulator')
  const names = await readdir(installed, { recursive: true })
  expect(names).toEqual(
    expect.arrayContaining([
      'README.md',
      'docs/support.md',
      'LICENSE',
      'dist/page/shim.js',
      'dist/panel/index.html',
    ]),
  )
  // React's licence requires that it is distributed with the bundle.
  expect(await readFile(join(installed, 'dist/panel/licenses.md'), 'utf8')).toMatch(/^## react .*MIT/m)
  const own = names.filter(name => !name.startsWith('examples/'))
  expect(own.filter(name => /\.test\.|\.tsx?$/.test(name) && !name.endsWith('.d.ts'))).toEqual([])
  const made = /^examples\/.*(node_modules|test-results|dist)$/
  expect(names.filter(name => made.test(name))).toEqual([])
  const readme = await readFile(join(installed, 'README.md'), 'utf8')
  const linked = [...readme.matchAll(/(?:\]\(|src(?:set)?=")(?!https?:|#)([^)#"]+)/g)].map(
    ([, path = '']) => path,
  )
  expect(linked.length).toBeGreaterThan(5)
  expect(linked.filter(path => !names.includes(path))).toEqual([])
  const schema = JSON.parse(await readFile(join(installed, 'lib/scenario.schema.json'), 'utf8'))
  expect(schema).toMatchObject({
    type: 'object',
    required: expect.arrayContaining(['name', 'users', 'apps']),
  })
})
