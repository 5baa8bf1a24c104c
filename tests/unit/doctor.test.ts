import { spawn } from 'node:child_process'
import { cp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testFolder } from '#tests/kit/folder.ts'

/** True if the fake program on the port answers `/healthz` as the campaign does. */
let ours = false
const taken = createServer((_request, response) => void response.end(JSON.stringify({ ok: ours })))
let port = 0

beforeAll(async () => {
  await new Promise<void>(done => taken.listen(0, '127.0.0.1', done))
  port = (taken.address() as AddressInfo).port
})
afterAll(() => new Promise(done => taken.close(done)))

/** Runs the command with these settings. Returns its exit code and output. */
async function doctor(env: Record<string, string>, script = 'tools/doctor.mjs') {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', chunk => {
    out += chunk
  })
  const code = await new Promise<number | null>(done => child.once('exit', done))
  const line = (name: string) => out.split('\n').find(text => text.slice(9).startsWith(name))
  return { code, line, out }
}

test('names what would make npm start fail, and ends with 1', async () => {
  const { code, line, out } = await doctor({ PORT: String(port), DATA_DIR: 'package.json/data' })
  expect(line('port')).toMatch(new RegExp(`^MISSING.*${port} is in use`))
  expect(line('data')).toMatch(/^MISSING.*package.json is not a folder/)
  expect(line('Node')).toMatch(/^ok/)
  expect(out).toContain('Fix what is missing')
  expect(code).toBe(1)
})

test('ends with 0 if only optional things are missing', async () => {
  const { code, line } = await doctor({ PORT: '0' })
  expect(line('PostgreSQL')).toMatch(/^later.*TEST_DATABASE_URL is not set/)
  expect(line('port')).toMatch(/^ok/)
  expect(code).toBe(0)
})

test('names settings that are wrong, without printing the password', async () => {
  const { code, line, out } = await doctor({
    PORT: 'four thousand',
    CHROMIUM_PATH: '/nowhere/chromium',
    DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/campaign',
    TEST_DATABASE_URL: '127.0.0.1',
  })
  expect(line('port')).toMatch(/^MISSING.*PORT=four thousand is not a port number/)
  expect(line('Chromium')).toMatch(/^MISSING.*\/nowhere\/chromium/)
  expect(out).toMatch(/^MISSING +PostgreSQL +nothing listens at 127.0.0.1:1 \(DATABASE_URL\)$/m)
  expect(out).toMatch(/^MISSING +PostgreSQL +TEST_DATABASE_URL is not an address/m)
  expect(out).not.toContain('secret')
  expect(code).toBe(1)
})

test('prints the error of a Chromium that does not run', async () => {
  const folder = await testFolder()
  const path = join(folder, 'chromium')
  await writeFile(path, '#!/bin/sh\necho "please install the chromium snap" >&2\nexit 1\n', { mode: 0o755 })
  const { code, line } = await doctor({ PORT: '0', CHROMIUM_PATH: path })
  expect(line('Chromium')).toBe(`MISSING  Chromium    ${path} does not run: please install the chromium snap`)
  expect(code).toBe(1)
})

test('before the packages are installed, lists the compiler tools that tests on Node 20 may need', async () => {
  const folder = await testFolder()
  await cp('tools', join(folder, 'tools'), { recursive: true })
  for (const file of ['server/store/sqlite-package.mjs', 'emulator/tests/kit/chromium.mjs'])
    await cp(file, join(folder, file))
  const { line, out } = await doctor({ PORT: '0', PATH: folder }, join(folder, 'tools/doctor.mjs'))
  expect(line('npm')).toMatch(/^MISSING/)
  expect(line('packages')).toMatch(/^later.*not installed; npm start installs them/)
  // For newer versions of Node, the better-sqlite3 package includes binaries.
  const said = /^later.*Python 3, make, a C\+\+ compiler: not found; needed only for tests.*github\.com/
  expect(line('compiler')).toEqual(
    process.versions.node.startsWith('20.') ? expect.stringMatching(said) : undefined,
  )
  expect(out).toContain('Fix what is missing')
  expect((await doctor({ PORT: '0' })).line('compiler')).toBeUndefined()
})

test('accepts a port that is in use by the campaign itself', async () => {
  ours = true
  const { code, line } = await doctor({ PORT: String(port) })
  expect(line('port')).toMatch(/^ok.*the campaign is already running there/)
  expect(code).toBe(0)
})
