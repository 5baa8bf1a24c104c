import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productionFolder } from '#tests/kit/production-process.ts'

const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

let folder: Awaited<ReturnType<typeof productionFolder>>
let target: string
beforeAll(async () => {
  folder = await productionFolder()
  target = await mkdtemp(join(tmpdir(), 'disk-'))
})
afterAll(async () => {
  await folder.drop()
  await rm(target, { recursive: true, force: true })
})

test.runIf(canMount)('the server is not ready while its disk is full', async () => {
  const script = `mount -t tmpfs -o size=64m tmpfs "$TARGET" && cp -a "$DATA_DIR/." "$TARGET" || exit 9
    DATA_DIR="$TARGET" exec "$@"`
  const shell = ['unshare', '-rm', 'sh', '-c', script, 'sh']
  const { origin, child } = await folder.start({ TARGET: target }, shell)
  const status = async (path: string) => (await fetch(origin + path)).status
  expect(await status('/readyz')).toBe(200)
  const file = `/proc/${child.pid}/root${target}/fill`
  await writeFile(file, Buffer.alloc(80_000_000)).catch(() => undefined)
  expect([await status('/readyz'), await status('/healthz')]).toEqual([503, 200])
  await rm(file)
  expect(await status('/readyz')).toBe(200)
})
