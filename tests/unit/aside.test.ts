import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, expect, test } from 'vitest'
import { testFolder } from '#tests/kit/folder.ts'

const module = pathToFileURL(resolve('tools/aside.mjs')).href
const FILES = 200

let parent = ''
beforeEach(async () => {
  parent = await testFolder()
})

/** Starts a process that builds a folder of many files with the same content and moves it to `target`. */
function builder(content: string, beforeMove = '') {
  const script = `
    import { mkdirSync, writeFileSync } from 'node:fs'
    import { join } from 'node:path'
    import { aside, replaceFolder } from '${module}'
    const [parent, content] = process.argv.slice(1)
    await aside(parent, async folder => {
      const built = join(folder, 'built')
      mkdirSync(built)
      for (let n = 0; n < ${FILES}; n++) writeFileSync(join(built, String(n)), content)
      ${beforeMove}
      replaceFolder(built, join(parent, 'target'), join(folder, 'old'))
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, parent, content], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, ended: new Promise<number | null>(done => child.once('close', done)) }
}

/** Returns the distinct contents of the files in `target`: one if all are from the same build. */
function contents(): string[] {
  const names = readdirSync(join(parent, 'target'))
  expect(names).toHaveLength(FILES)
  return [...new Set(names.map(name => readFileSync(join(parent, 'target', name), 'utf8')))]
}

test('processes that build the same folder at once leave one whole build and nothing else', async () => {
  await builder('first').ended
  expect(contents()).toEqual(['first'])
  const codes = await Promise.all(['a', 'b', 'c', 'd'].map(content => builder(content).ended))
  expect(codes).toEqual([0, 0, 0, 0])
  expect(contents()).toHaveLength(1)
  expect(contents()).not.toEqual(['first'])
  expect(readdirSync(parent)).toEqual(['target'])
})

test('a build that is killed with SIGKILL leaves the previous one in place', async () => {
  await builder('first').ended
  const { child, ended } = builder(
    'second',
    "console.log('built'); await new Promise(() => setInterval(() => {}, 1000))",
  )
  await new Promise(done => child.stdout.once('data', done))
  child.kill('SIGKILL')
  await ended
  expect(contents()).toEqual(['first'])
})

test('a build that ends its process removes its files', async () => {
  expect(await builder('first', 'process.exit(1)').ended).toBe(1)
  expect(readdirSync(parent)).toEqual([])
})

test('deletes what a killed process left behind an hour ago, and no newer folder', async () => {
  for (const name of ['.aside-old', '.aside-new']) {
    mkdirSync(join(parent, name))
    writeFileSync(join(parent, name, 'file'), '')
  }
  const twoHoursAgo = Date.now() / 1000 - 7200
  utimesSync(join(parent, '.aside-old'), twoHoursAgo, twoHoursAgo)
  await builder('first').ended
  expect(existsSync(join(parent, '.aside-old'))).toBe(false)
  expect(existsSync(join(parent, '.aside-new'))).toBe(true)
})
