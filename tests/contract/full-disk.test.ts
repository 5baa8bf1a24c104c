import { execFile, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { organiser } from '#tests/kit/cli.ts'
import { changes, dump } from '#tests/kit/dump.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { type Prepared, prepareStore } from '#tests/kit/prepared.ts'
import { type CallOptions, type SignedIn, type TestServer, testServer } from '#tests/kit/server.ts'
import { startServerProcess } from '#tests/kit/server-process.ts'
import { writes } from '#tests/kit/writes.ts'

let server: TestServer
beforeEach(async () => {
  server = await testServer({ dialect: 'sqlite' })
})
afterEach(() => server.close())

/** As many pages as SQLite may use, one for those that are there: what it says then it says of a full disk. */
async function pages(most: number): Promise<void> {
  await sql`pragma max_page_count = ${sql.raw(String(most))}`.execute(server.db)
}

type Write = 'logPageView' | 'putCustomer' | 'createReceipt' | 'register'

async function prepare(name: Write, me: SignedIn): Promise<CallOptions> {
  const body = { addressLine: 'ถนนสุขใจ '.repeat(20) }
  if (name === 'putCustomer') return { token: me.token, key: randomUUID(), body }
  if (name === 'logPageView') {
    const view = { customerId: me.customerId, path: `/${'x'.repeat(190)}`, eventId: randomUUID() }
    return { token: me.token, body: view }
  }
  const options = await writes[name]?.(server, me)
  if (!options) throw new Error(`${name} is no write`)
  return options
}

/** Calls again and again, each with an intent of its own, until the answer is another than 200. */
async function untilRefused(name: Write) {
  for (let time = 0; time < 40; time++) {
    // An own customer each time: nobody's limit of calls is met before the end of the disk.
    const me = customers[time] ?? (await server.signIn())
    const prepared = await prepare(name, me).catch(() => null)
    // A receipt's photo did not fit: refused as it should be, and looked at with the other calls.
    if (!prepared) return { status: 503, kept: [] }
    const before = await dump(server.db)
    const { status } = await server.call(name, prepared)
    if (status !== 200) return { status, kept: changes(before, await dump(server.db)) }
  }
  throw new Error(`${name} is always done`)
}

let customers: SignedIn[]

test('on a full disk writes are 503 and leave nothing, reads go on, and so does everything once there is room', async () => {
  customers = await Promise.all(Array.from({ length: 40 }, () => server.signIn()))
  await pages(1)
  for (const name of ['logPageView', 'putCustomer', 'createReceipt', 'register'] as const) {
    expect([name, await untilRefused(name)]).toEqual([name, { status: 503, kept: [] }])
  }
  const [me] = customers
  if (!me) throw new Error('Nobody is signed in.')
  expect((await server.call('getCustomer', { token: me.token })).status).toBe(200)
  await pages(1_000_000)
  expect((await server.call('putCustomer', { token: me.token, body: { firstName: 'ใหม่' } })).status).toBe(200)
})

test('the organiser is told of a full disk in a sentence, and nothing is half done', async () => {
  const file = join(await testFolder(), 'stores.csv')
  const lines = Array.from(
    { length: 300 },
    (_, n) => `F-${n},${'ร้าน'.repeat(20)},${'ร้าน'.repeat(20)},สาขา ${n},10`,
  )
  await writeFile(file, ['code,chain,nameTh,branch,province', ...lines].join('\n'))
  const stores = async () => (await server.call('stores')).body.length
  const before = await stores()
  await pages(1)
  const { code, err } = await organiser(server)('store', 'import', file)
  expect([code, err]).toEqual([1, 'The database cannot be used now: database or disk is full'])
  expect(await stores()).toBe(before)
  await pages(1_000_000)
  expect((await organiser(server)('store', 'import', file)).code).toBe(0)
  expect(await stores()).toBe(before + lines.length)
})

const script = `
  import { createLog } from '#server/log.ts'
  const log = createLog('info')
  for (let n = 0; n < 3; n++) log.info({ n }, 'x'.repeat(600_000))
  console.error('alive')`

test.runIf(existsSync('/dev/full'))(
  'a log that cannot be written ends nothing and holds nothing up',
  async () => {
    const args = ['--import', 'tsx', '--input-type=module', '-e', script]
    const child = spawn(process.execPath, args, { stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'] })
    let said = ''
    child.stderr?.on('data', data => {
      said += data
    })
    const end = setTimeout(() => child.kill('SIGKILL'), 20_000)
    const [code] = await once(child, 'exit')
    clearTimeout(end)
    expect([code, said.trim()]).toEqual([0, 'alive'])
  },
)

/** A way to have no more room than so many bytes in the folder $TARGET, as the first line of a shell's script. */
type Disk = { readonly shell: readonly string[]; readonly limit: (bytes: number) => string }

/** A disk of memory, where this user may mount one for a process of their own; else files that may not be longer. */
function smallDisk(): Disk | null {
  const mounts = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0
  if (mounts) {
    const limit = (bytes: number) => `mount -t tmpfs -o size=${bytes} tmpfs "$TARGET"`
    return { shell: ['unshare', '-rm', 'sh'], limit }
  }
  if (process.platform === 'win32') return null
  return { shell: ['sh'], limit: bytes => `ulimit -f ${Math.floor(bytes / 512)}` }
}
const disk = smallDisk()

/** The organiser's `backup` as a process of its own where so many bytes fit: what it says, and what it leaves. */
async function backupInto(store: Prepared, { shell, limit }: Disk, bytes: number) {
  const TARGET = await testFolder()
  const script = `${limit(bytes)} || exit 9; "$@"; code=$?; ls -A "$TARGET"; exit $code`
  const backup = [process.execPath, '--import', 'tsx', 'server/cli/main.ts', 'backup', join(TARGET, 'b.tar')]
  const { PATH = '' } = process.env
  const [program = '', ...words] = shell
  const child = execFile(program, [...words, '-c', script, 'sh', ...backup], {
    env: { PATH, TARGET, ...store.env },
  })
  let [out, err] = ['', '']
  child.stdout?.on('data', data => (out += data))
  child.stderr?.on('data', data => (err += data))
  const [code] = await once(child, 'close')
  return { code, out: out.trim(), err: err.replace(TARGET, '').trim() }
}

test.runIf(disk)(
  'a backup that does not fit says so in a line and leaves nothing, and the server goes on',
  async () => {
    if (!disk) throw new Error('There is no small disk.')
    const store = await prepareStore('sqlite', 1)
    const server = await startServerProcess({ ...store.env })
    const [me] = store.customers
    const headers = { Authorization: `Bearer ${me?.token}`, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ customerId: me?.customerId, path: '/' })
    const write = () => fetch(`${server.origin}/api/logpageview`, { method: 'POST', headers, body })
    try {
      const fits = await backupInto(store, disk, 50_000_000)
      expect(fits).toEqual({ code: 0, out: expect.stringMatching(/\nb\.tar$/), err: '' })
      const size = Number(/(\d+) bytes/.exec(fits.out)?.[1])
      // Too little for the copy of the database; enough for it, and too little for the archive around it.
      for (const bytes of [size / 2, size + 1000]) {
        expect(await backupInto(store, disk, Math.ceil(bytes))).toEqual({
          code: 1,
          out: '',
          err: expect.stringMatching(
            /^\/b\.tar: there is no room for the backup \(.+\); nothing is left of it$/,
          ),
        })
        expect((await write()).status).toBe(200)
      }
    } finally {
      await server.kill()
      await store.drop()
    }
  },
)
