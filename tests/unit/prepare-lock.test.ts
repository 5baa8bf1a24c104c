// @vitest-environment node
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const lockModule = pathToFileURL(resolve('tools/lock.mjs')).href

let folder = ''
let lock = ''
let log = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prepare-lock-'))
  lock = join(folder, 'lock')
  log = join(folder, 'log')
  writeFileSync(log, '')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A process that works under the lock and notes when it is in; `during` is run there. */
function worker(during: string) {
  const script = `
    import { spawnSync } from 'node:child_process'
    import { appendFileSync } from 'node:fs'
    import { whileLocked } from '${lockModule}'
    const note = text => appendFileSync(${JSON.stringify(log)}, text + '\\n')
    whileLocked(${JSON.stringify(lock)}, () => { note('in'); ${during}; note('out') }, pid => console.log('waits for ' + pid))`
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

/** What a process printed until it ended. */
async function finished(child: ChildProcess): Promise<string> {
  let out = ''
  child.stdout?.on('data', chunk => {
    out += chunk
  })
  await new Promise(done => child.once('close', done))
  return out
}

const noted = () => readFileSync(log, 'utf8').trim().split('\n')
const anotherProgram = 'spawnSync(process.execPath, ["-e", ""])'

test('processes that want the same work do it one after another, and leave nothing', async () => {
  await Promise.all(Array.from({ length: 4 }, () => finished(worker(anotherProgram))))
  expect(noted()).toEqual(Array.from({ length: 4 }, () => ['in', 'out']).flat())
  expect(readdirSync(folder)).toEqual(['log'])
})

test('who waits says for which process, once', async () => {
  const first = worker(
    'spawnSync(process.execPath, ["-e", "process.stdin.resume()"], { stdio: ["inherit"] })',
  )
  await expect.poll(noted).toEqual(['in'])
  const second = worker('')
  const said = finished(second)
  await new Promise(done => second.stdout.once('data', done))
  first.stdin.end()
  expect(await said).toBe(`waits for ${first.pid}\n`)
  expect(noted()).toEqual(['in', 'out', 'in', 'out'])
})

test('the lock of a process that was killed, or that ended in the middle, holds nobody up', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(lock, String(pid))
  await Promise.all([finished(worker(anotherProgram)), finished(worker(anotherProgram))])
  expect(noted()).toEqual(['in', 'out', 'in', 'out'])
  await finished(worker('process.exit(1)'))
  expect(existsSync(lock)).toBe(false)
})
