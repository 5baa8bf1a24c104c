import { execFile, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { organiser } from '#tests/kit/cli.ts'
import { changes, dump } from '#tests/kit/dump.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { type Prepared, prepareStore } from '#tests/kit/prepared.ts'
import { type CallOptions, eachTest, type SignedIn, testServer } from '#tests/kit/server.ts'
import { startServerProcess } from '#tests/kit/server-process.ts'
import { writes } from '#tests/kit/writes.ts'

const server = eachTest(() => testServer({ dialect: 'sqlite' }))

/** Limits the database to this many pages. Writes that need more space then fail as on a full disk. */
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
  if (!options) throw new Error(`${name} is not a write`)
  return options
}

/** Repeats a call with a new key each time until the status is not 200. */
async function untilRefused(name: Write) {
  for (let time = 0; time < 40; time++) {
    // Use a new customer each time, so that the disk is full before a rate limit is reached.
    const me = customers[time] ?? (await server.signIn())
    const prepared = await prepare(name, me).catch(() => null)
    // Preparing a receipt uploads its photo, which the full disk may refuse first. The calls below check that
    // response.
    if (!prepared) return { status: 503, kept: [] }
    const before = await dump(server.db)
    const { status } = await server.call(name, prepared)
    if (status !== 200) return { status, kept: changes(before, await dump(server.db)) }
  }
  throw new Error(`${name} always succeeds`)
}

let customers: SignedIn[]

test('on a full disk, writes get 503 and change nothing, reads work, and everything works again once there is space', async () => {
  customers = await Promise.all(Array.from({ length: 40 }, () => server.signIn()))
  await pages(1)
  for (const name of ['logPageView', 'putCustomer', 'createReceipt', 'register'] as const)
    expect([name, await untilRefused(name)]).toEqual([name, { status: 503, kept: [] }])
  const [me] = customers
  if (!me) throw new Error('no customer is signed in')
  expect((await me.call('getCustomer')).status).toBe(200)
  await pages(1_000_000)
  expect((await me.call('putCustomer', { body: { firstName: 'ใหม่' } })).status).toBe(200)
})

test('the command line reports a full disk and rolls back', async () => {
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
  expect([code, err]).toEqual([1, 'The database is unavailable: database or disk is full'])
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

test.runIf(existsSync('/dev/full'))('the server keeps running if its log cannot be written', async () => {
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
})

/** A shell, and code for it that limits the space in the folder $TARGET to a number of bytes. */
type Disk = { readonly shell: readonly string[]; readonly limit: (bytes: number) => string }

/** Uses a tmpfs if this user may mount one in a new namespace, otherwise a file-size limit. */
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

/**
 * Runs a command that writes a file with limited disk space. `before` is the earlier content of the file. Returns the
 * output and the files.
 */
async function writeInto(
  store: Prepared,
  { shell, limit }: Disk,
  { bytes, verb, before }: { bytes: number; verb: readonly [...string[], file: string]; before?: string },
) {
  const TARGET = await testFolder()
  const FILE = join(TARGET, verb.at(-1) ?? '')
  const create = before === undefined ? ':' : `printf ${before} > "$FILE"`
  const script = `${limit(bytes)} && ${create} || exit 9; "$@"; code=$?
    ls -A "$TARGET"; find "$TARGET" -type f -size -10c -exec cat {} +; exit $code`
  const command = [process.execPath, '--import', 'tsx', 'server/cli/main.ts', ...verb.slice(0, -1), FILE]
  const { PATH = '' } = process.env
  const [program = '', ...words] = shell
  const child = execFile(program, [...words, '-c', script, 'sh', ...command], {
    env: { PATH, TARGET, FILE, ...store.env },
  })
  let [out, err] = ['', '']
  child.stdout?.on('data', data => (out += data))
  child.stderr?.on('data', data => (err += data))
  const [code] = await once(child, 'close')
  return { code, out: out.trim(), err: err.replace(TARGET, '').trim() }
}

test.runIf(disk)('an export to a full disk is refused, and the earlier file stays as it was', async () => {
  if (!disk) throw new Error('cannot limit the disk space')
  const store = await prepareStore('sqlite', 60)
  const before = 'earlier'
  try {
    for (const file of ['c.csv', 'c.xlsx']) {
      const verb = ['export', 'customers', file] as const
      const ran = await writeInto(store, disk, { bytes: 8192, verb, before })
      expect(ran).toEqual({
        code: 1,
        out: `${file}\nearlier`,
        err: expect.stringMatching(/^Cannot read or write files: /),
      })
    }
  } finally {
    await store.drop()
  }
})

test.runIf(disk)(
  'backup reports a full disk and deletes the partial file, and the server keeps running',
  async () => {
    if (!disk) throw new Error('cannot limit the disk space')
    const store = await prepareStore('sqlite', 1)
    const server = await startServerProcess({ ...store.env })
    const [me] = store.customers
    const headers = { Authorization: `Bearer ${me?.token}`, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ customerId: me?.customerId, path: '/' })
    const write = () => fetch(`${server.origin}/api/logpageview`, { method: 'POST', headers, body })
    try {
      const verb = ['backup', 'b.tar'] as const
      const fits = await writeInto(store, disk, { bytes: 50_000_000, verb })
      expect(fits).toEqual({ code: 0, out: expect.stringMatching(/\nb\.tar$/), err: '' })
      const size = Number(/(\d+) bytes/.exec(fits.out)?.[1])
      // First leave too little space for the copy of the database, then enough for the copy but not for the
      // archive.
      for (const bytes of [size / 2, size + 1000]) {
        expect(await writeInto(store, disk, { bytes: Math.ceil(bytes), verb })).toEqual({
          code: 1,
          out: '',
          err: expect.stringMatching(
            /^\/b\.tar: not enough disk space for the backup \(.+\); the partial backup was deleted$/,
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
