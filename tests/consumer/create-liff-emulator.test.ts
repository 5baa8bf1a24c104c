import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packInto } from '#tools/release/pack.ts'
import { readPackedPackage } from '#tools/release/packed-package.ts'

let folder: string
let archive: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'create-'))
  archive = (await packInto(folder, ['create-liff-emulator']))[0] ?? ''
}, 600_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

test('the package has the template and nothing that an install could have left there', () => {
  const { files, bytes } = readPackedPackage(archive)
  expect([...files].filter(path => /node_modules|dist\/|test-results|package-lock/.test(path))).toEqual([])
  expect([...files]).toEqual(
    expect.arrayContaining(['CHANGELOG.md', 'LICENSE', 'README.md', 'index.js', 'template/_gitignore']),
  )
  expect(bytes).toBeLessThan(20_000)
})

const OLD_NODE =
  'data:text/javascript,Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.18.3" } })'

test.each([
  { words: [], says: /^Name the folder of the new project: npm create liff-emulator FOLDER$/ },
  { words: ['a', 'b'], says: /^Name the folder of the new project: / },
  { words: ['--typescript'], says: /^Name the folder of the new project: / },
  { words: ['full'], says: /^full is not empty\. Name another folder, or use "npx liff-emulator init"/ },
  { words: ['file'], says: /^file is a file\. Name another folder: / },
  {
    words: ['file/app'],
    says: /^Cannot write into .*app \(ENOTDIR\)\. Name a folder in which you may create files: /,
  },
  {
    words: ['app'],
    node: ['--import', OLD_NODE],
    says: /^Node 20\.19 or newer is needed, and this is Node 20\.18\.3\. /,
  },
])('$words: one sentence with what to do', ({ words, node = [], says }) => {
  mkdirSync(join(folder, 'full/of'), { recursive: true })
  writeFileSync(join(folder, 'file'), '')
  const script = fileURLToPath(new URL('../../create-liff-emulator/index.js', import.meta.url))
  const options = { cwd: folder, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [...node, script, ...words], options)
  expect(stderr.trim()).toMatch(says)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect([status, stdout]).toEqual([1, ''])
})
