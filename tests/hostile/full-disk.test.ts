import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachFile } from '#tests/kit/each-test.ts'
import { productionFolder } from '#tests/kit/production-process.ts'

const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

const folder = eachFile(productionFolder)
let target: string
beforeAll(async () => {
  target = await mkdtemp(join(tmpdir(), 'disk-'))
})
afterAll(async () => {
  await rm(target, { recursive: true, force: true })
})

/** A bucket that answers every request. */
const bucket = createServer((_request, response) => void response.end())
beforeAll(async () => {
  bucket.listen(0, '127.0.0.1')
  await once(bucket, 'listening')
})
afterAll(() => void bucket.close())

const places = ['files', 'a bucket'] as const

test.runIf(canMount).each(places)(
  'the server is not ready while its disk is full, with photos in %s',
  async place => {
    const { port } = bucket.address() as AddressInfo
    const photos: Record<string, string> =
      place === 'files'
        ? {}
        : {
            S3_ENDPOINT: `http://127.0.0.1:${port}`,
            S3_BUCKET: 'photos',
            S3_REGION: 'us-east-1',
            S3_ACCESS_KEY: 'key',
            S3_SECRET_KEY: 'secret',
          }
    const script = `mount -t tmpfs -o size=64m tmpfs "$TARGET" && cp -a "$DATA_DIR/." "$TARGET" || exit 9
    DATA_DIR="$TARGET" exec "$@"`
    const shell = ['unshare', '-rm', 'sh', '-c', script, 'sh']
    const { origin, child } = await folder.start({ ...photos, TARGET: target }, shell)
    const status = async (path: string) => (await fetch(origin + path)).status
    expect(await status('/readyz')).toBe(200)
    const file = `/proc/${child.pid}/root${target}/fill`
    await writeFile(file, Buffer.alloc(80_000_000)).catch(() => undefined)
    expect([await status('/readyz'), await status('/healthz')]).toEqual([503, 200])
    await rm(file)
    expect(await status('/readyz')).toBe(200)
  },
)
