import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packInto } from '#tools/release/pack.ts'
import { readPackedPackage } from '#tools/release/packed-package.ts'

/** Creates a project as a user does, in an empty folder, from the packed packages. */

const run = promisify(execFile)
const shell = process.platform === 'win32'
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$|TEST|PLAYWRIGHT|PW)/.test(name)),
)

let folder: string
let archives: readonly string[]

const archiveOf = (name: string) =>
  archives.find(path => path.split(/[\\/]/).at(-1) === `${name}-0.1.0.tgz`) ?? ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'create-'))
  archives = await packInto(folder)
}, 600_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

test('the package has the template and nothing that an install could have left there', () => {
  const { files, bytes } = readPackedPackage(archiveOf('create-liff-emulator'))
  expect([...files].filter(path => /node_modules|dist\/|test-results|package-lock/.test(path))).toEqual([])
  expect([...files]).toEqual(
    expect.arrayContaining(['CHANGELOG.md', 'LICENSE', 'README.md', 'index.js', 'template/_gitignore']),
  )
  expect(bytes).toBeLessThan(20_000)
})

test('a new project has two green tests', { timeout: 900_000 }, async () => {
  const created = ['exec', '--offline', '--yes', `--package=${archiveOf('create-liff-emulator')}`]
  await run('npm', [...created, '--', 'create-liff-emulator', 'my-app'], { cwd: folder, env, shell })
  const cwd = join(folder, 'my-app')
  const npm = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync('npm', words, { cwd, env, shell, encoding: 'utf8' })
    expect(status, stdout + stderr).toBe(0)
    return stdout
  }
  npm('install', '--prefer-offline', '--no-audit', '--no-fund', '--save-dev', archiveOf('liff-emulator'))
  const printed = npm('test')
  expect(printed).toMatch(/Tests +.*1 passed/)
  expect(printed).toContain('tests/order.spec.ts')
  expect(printed).toMatch(/\b1 passed \(/)
  expect(JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8')).name).toBe('my-app')
})
