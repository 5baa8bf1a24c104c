import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendRaw } from '#emulator-tests/kit/raw-http.ts'
import { readSettings, type Settings } from '#server/config.ts'
import { createServer, type Listening } from '#server/server.ts'
import { type OpenServer, openServer } from '#server/start.ts'
import { sealSqlite, unsealSqlite } from '#server/store/copy/seal.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { fakeLine } from '#tests/kit/line.ts'
import { untilCalled } from '#tests/kit/until-called.ts'

let dataDir: string
let open: OpenServer
let listening: Listening
const clock = { now: () => Date.now() }

function settings(): Settings {
  const read = readSettings(
    { DATA_DIR: dataDir, LINE_CHANNEL_ID: '1234567890', LOG_LEVEL: 'silent' },
    'emulator',
  )
  if (!read.ok) throw new Error(read.errors.join())
  return read.settings
}

beforeEach(async () => {
  dataDir = await testFolder()
  open = await openServer(settings())
  listening = await createServer(open.fetch, { port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  await listening.close(100)
  await open.close()
})

const raw = (text: string) => sendRaw(listening.port, text)

test('serves the API on a port', async () => {
  const response = await fetch(`http://127.0.0.1:${listening.port}/readyz`)
  expect([response.status, await response.json()]).toEqual([200, { ok: true }])
})

test('refuses TRACE, conflicting lengths, a huge header and data that is not HTTP', async () => {
  const host = 'Host: localhost\r\n'
  expect(await raw(`TRACE /api/customer HTTP/1.1\r\n${host}\r\n`)).toContain('405')
  const form = 'Content-Type: application/x-www-form-urlencoded\r\n'
  const both = `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n`
  expect(await raw(`POST /api/authorization/login HTTP/1.1\r\n${host}${form}${both}\r\n0\r\n\r\n`)).toContain(
    '400',
  )
  expect(await raw(`GET /healthz HTTP/1.1\r\n${host}X: ${'x'.repeat(17_000)}\r\n\r\n`)).toContain('431')
  expect(await raw('rubbish\r\n\r\n')).toContain('400')
})

test('rejects with EADDRINUSE if the port is in use', async () => {
  const again = createServer(open.fetch, { port: listening.port, host: '127.0.0.1' })
  await expect(again).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('lets running calls finish while closing, and accepts no new ones', async () => {
  const [gate, release] = untilCalled()
  const [begun, arrived] = untilCalled()
  const slow = await createServer(
    async () => {
      arrived()
      await gate
      return new Response('done')
    },
    { port: 0, host: '127.0.0.1' },
  )
  const url = `http://127.0.0.1:${slow.port}/`
  const running = fetch(url)
  await begun
  const closed = slow.close(5000)
  await expect(fetch(url)).rejects.toThrow()
  release()
  expect(await (await running).text()).toBe('done')
  await closed
})

test('keeps committed data after a restart', async () => {
  const line = await fakeLine(clock)
  const own = { ...open.deps.line, fetch: line.fetch }
  await open.close()
  open = await openServer(settings(), { line: own, clock })
  const user = { userId: `U${'0'.repeat(32)}` }
  const register = async () => {
    const body = new URLSearchParams({ lineUserId: user.userId, idToken: await line.idToken(user) })
    const request = new Request('http://localhost/api/authorization/register', { method: 'POST', body })
    return (await (await open.fetch(request)).json()) as { customerId: string; accessToken: string }
  }
  const first = await register()
  await open.close()
  open = await openServer(settings(), { line: own, clock })
  const headers = { Authorization: `Bearer ${first.accessToken}` }
  const me = await open.fetch(new Request('http://localhost/api/customer', { headers }))
  expect(await me.json()).toMatchObject({ id: first.customerId })
  expect((await register()).customerId).toBe(first.customerId)
})

test('production refuses to start on an empty database', async () => {
  const empty = { ...settings(), dataDir: join(dataDir, 'empty') }
  await expect(openServer(empty, {}, 'refuse')).rejects.toThrow('create it with "npm run campaign -- init"')
  const made = await openServer(empty)
  await made.close()
  await (await openServer(empty, {}, 'refuse')).close()
})

test('refuses to start on a database that was moved, until the move is undone', async () => {
  await sealSqlite(open.deps.db)
  await expect(openServer(settings())).rejects.toThrow('was moved to another database')
  await unsealSqlite(open.deps.db)
  await (await openServer(settings())).close()
})

test('reports a data folder that cannot be created', async () => {
  const nowhere = { ...settings(), dataDir: '/proc/nothing/here' }
  await expect(openServer(nowhere)).rejects.toMatchObject({ path: '/proc/nothing' })
})

test('several processes can create the database at the same time', async () => {
  const fresh = join(dataDir, 'fresh')
  const script = `
    import { readSettings } from '#server/config.ts'
    import { openServer } from '#server/start.ts'
    const { settings } = readSettings({ DATA_DIR: process.argv[1], LOG_LEVEL: 'silent' }, 'emulator')
    const { close, deps } = await openServer(settings)
    const rows = await deps.db.selectFrom('campaign').select('id').execute()
    console.log(rows.length)
    await close()`
  const run = () =>
    new Promise<string>(resolve => {
      const args = ['--import', 'tsx', '--input-type=module', '-e', script, fresh]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (output += data))
      child.once('exit', code => resolve(`${code} ${output.trim()}`))
    })
  expect(await Promise.all([run(), run(), run()])).toEqual(['0 1', '0 1', '0 1'])
}, 60_000)
