import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { eachFolder } from '#tests/kit/folder.ts'

const folder = eachFolder()
const program = resolve('create-liff-emulator/index.js')
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

/**
 * Runs the command in the test's folder. Root can write everywhere, so a test of a read-only folder passes another
 * `uid`. `old` makes Node claim to be version 18.
 */
function create(words: readonly string[], options: { readonly uid?: number; readonly old?: boolean } = {}) {
  const versions = '{ value: { ...process.versions, node: "18.20.8" } }'
  const preload = `data:text/javascript,Object.defineProperty(process, "versions", ${versions})`
  const args = [...(options.old ? ['--import', preload] : []), program, ...words]
  const { uid } = options
  const user = uid === undefined ? {} : { uid, gid: uid }
  return spawnSync(process.execPath, args, { cwd: folder(), encoding: 'utf8', timeout: 60_000, ...user })
}

/** Expects the command to fail with one line of error output, and returns the line. */
function problemOf(...given: Parameters<typeof create>): string {
  const { status, stdout, stderr } = create(...given)
  expect([status, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1])
  return stderr
}

test('a new project has the template’s files and the name of its folder', () => {
  const { status, stdout, stderr } = create(['My App'])
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('npm install\n    npm test')
  const template = readdirSync('create-liff-emulator/template', { recursive: true, encoding: 'utf8' })
  const expected = template.map(path => (path === '_gitignore' ? '.gitignore' : path)).toSorted()
  expect(readdirSync(folder('My App'), { recursive: true, encoding: 'utf8' }).toSorted()).toEqual(expected)
  expect(json(folder('My App', 'package.json'))).toEqual({
    ...json('create-liff-emulator/template/package.json'),
    name: 'my-app',
  })
})

test('the command says in one sentence why it does not create a project, and writes nothing', {
  timeout: 240_000,
}, () => {
  mkdirSync(folder('full'))
  writeFileSync(folder('full', 'mine.txt'), 'mine')
  expect(problemOf([])).toMatch(/^Name the folder of the new project: npm create liff-emulator FOLDER/)
  expect(problemOf(['--help'])).toMatch(/^Name the folder/)
  expect(problemOf(['full'])).toMatch(
    /^full is not empty\. Name another folder, or use "npx liff-emulator init"/,
  )
  expect(problemOf(['full/mine.txt'])).toMatch(/^full\/mine\.txt is a file\. Name another folder/)
  expect(problemOf(['new'], { old: true })).toMatch(
    /^Node 20\.19 or newer is needed, and this is Node 18\.20\.8/,
  )
  chmodSync(folder(), 0o555)
  const uid = process.getuid?.() === 0 ? { uid: 65_534 } : {}
  expect(problemOf(['new'], uid)).toMatch(/^Cannot write into .*\(EACCES\)\. Name a folder/)
  chmodSync(folder('full'), 0o700)
  expect(problemOf(['full'], uid)).toMatch(uid.uid ? /^Cannot write into .*\(EACCES\)/ : /^full is not empty/)
  chmodSync(folder(), 0o755)
  expect(readdirSync(folder(), { recursive: true })).toEqual(['full', 'full/mine.txt'])
})

// On Linux, a recursive `mkdir` below /proc never returns.
test('below /proc, where the system creates no folders, the command ends with one sentence', ({ skip }) => {
  skip(!existsSync('/proc'), 'this system has no /proc')
  for (const target of ['/proc/none', '/proc/none/here'])
    expect(problemOf([target])).toMatch(
      /^Cannot write into \/proc\/none.* \(ENOENT\)\. Name a folder in which/,
    )
})

test('the template and the emulator have the version of the package', () => {
  const { version } = json('create-liff-emulator/package.json')
  const { devDependencies } = json('create-liff-emulator/template/package.json')
  expect([json('emulator/package.json').version, devDependencies['liff-emulator']]).toEqual([
    version,
    version,
  ])
})

test('the template uses the versions with which this project is tested', () => {
  const own = json('package.json')
  const { dependencies, devDependencies } = json('create-liff-emulator/template/package.json')
  const tested: Readonly<Record<string, string>> = { ...own.dependencies, ...own.devDependencies }
  const { 'liff-emulator': _, sirv, ...rest } = { ...dependencies, ...devDependencies }
  expect(sirv).toMatch(/^\d+\.\d+\.\d+$/)
  const names = Object.keys(rest)
  expect(rest).toEqual(Object.fromEntries(names.map(name => [name, tested[name]])))
})
