import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** The package as somebody else gets it: packed, unpacked into a blank project, type-checked and run there. */

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const tsc = join(root, 'node_modules/typescript/bin/tsc')
const tsx = join(root, 'node_modules/tsx/dist/cli.mjs')

const source = `
import { createLiffEmulator, type Scenario } from 'liff-emulator'
import { fileStorage } from 'liff-emulator/node'
import { liffEmulator } from 'liff-emulator/vite'

const emulator = await createLiffEmulator({ liffId: '1234567890-AbCdEfGh', endpointUrl: '/', scenario: 'friend' })
const scenario: Scenario = emulator.scenario()
const issued = await emulator.control.token({ userId: 'U' + 'a'.repeat(32), displayName: 'Somebody' })
if (!issued.ok) throw new Error(issued.problem.message)
const headers = { authorization: 'Bearer ' + issued.value.accessToken }
const profile = await emulator.handle(new Request('https://api.line.me/v2/profile', { headers }))
const { displayName } = (await profile.json()) as { displayName: string }
console.log(JSON.stringify({ name: scenario.name, displayName, parts: [typeof fileStorage, typeof liffEmulator] }))
await emulator.close()
`

const config = {
  compilerOptions: {
    target: 'ES2022',
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: ['node'],
  },
  files: ['index.ts'],
}

let project = ''

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'consumer-'))
  const modules = join(project, 'node_modules')
  const installed = join(modules, 'liff-emulator')
  await mkdir(installed, { recursive: true })
  const packing = ['pack', '--silent', '--pack-destination', project, '--workspace', 'liff-emulator']
  await run('npm', packing, { cwd: root, shell: process.platform === 'win32' })
  const archive = (await readdir(project)).find(name => name.endsWith('.tgz')) ?? ''
  await run('tar', ['-xzf', join(project, archive), '-C', installed, '--strip-components=1'])
  for (const name of ['valibot', '@types/node', 'undici-types']) {
    await mkdir(join(modules, name, '..'), { recursive: true })
    await symlink(join(root, 'node_modules', name), join(modules, name), 'junction')
  }
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }))
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config))
  await writeFile(join(project, 'index.ts'), source)
}, 120_000)

afterAll(() => rm(project, { recursive: true, force: true }))

test('the packed emulator type-checks in a blank project', async () => {
  const { stdout } = await run(process.execPath, [tsc, '-p', project]).catch(error => error)
  expect(stdout).toBe('')
})

test('the packed emulator runs there, with nothing of the campaign beside it', async () => {
  const { stdout } = await run(process.execPath, [tsx, 'index.ts'], { cwd: project })
  expect(JSON.parse(stdout)).toEqual({
    name: 'friend',
    displayName: 'Somebody',
    parts: ['function', 'function'],
  })
})

test('the package holds its page scripts, its panel and its readme, and none of its tests', async () => {
  const names = await readdir(join(project, 'node_modules/liff-emulator'), { recursive: true })
  expect(names).toEqual(
    expect.arrayContaining(['README.md', 'dist/page/shim.js', 'dist/panel/index.html', 'src/index.ts']),
  )
  expect(names.filter(name => name.includes('.test.'))).toEqual([])
})
