import { mkdir, open, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FORMAT, type Manifest, sealedManifest } from '#server/cli/backup-format.ts'
import { openBackup, verifyBackup } from '#server/cli/read-backup.ts'
import { readTar, tarWriter } from '#server/cli/tar.ts'
import { Database } from '#server/store/sqlite.ts'
import { drawnCampaign } from '#tests/kit/backed-up.ts'
import { inCircle } from '#tests/kit/circle.ts'
import { noProgress, organiser } from '#tests/kit/cli.ts'
import { eachFolder } from '#tests/kit/folder.ts'
import { seededRandom } from '#tests/kit/random.ts'
import { eachTest } from '#tests/kit/server.ts'

let file: string
const server = eachTest(drawnCampaign)
const inFolder = eachFolder()
beforeEach(async () => {
  await mkdir(inFolder('tmp'))
  vi.stubEnv('TMPDIR', inFolder('tmp'))
  file = inFolder('b.tar')
  expect((await organiser(server)('backup', file)).code).toBe(0)
})
afterEach(async () => {
  expect(await readdir(inFolder('tmp'))).toEqual([])
  vi.unstubAllEnvs()
})

const drill = () => organiser(server, [], { location: () => null })('drill', file)

async function flip(bit: number): Promise<void> {
  const handle = await open(file, 'r+')
  const byte = Buffer.alloc(1)
  await handle.read(byte, 0, 1, bit >> 3)
  await handle.write(Buffer.from([(byte[0] ?? 0) ^ (1 << (bit & 7))]), 0, 1, bit >> 3)
  await handle.close()
}

/** Returns the parts of an archive: byte ranges `[from, to)` by their content. */
async function regionsOf(path: string): Promise<Record<string, [from: number, to: number][]>> {
  const handle = await openBackup(path)
  const regions: Record<string, [number, number][]> = { headers: [], padding: [], end: [] }
  let at = 0
  for await (const { name, bytes } of readTar(handle)) {
    const contents = at + 512
    const kind = name.startsWith('photos/') ? 'photos' : name
    regions.headers?.push([at, contents])
    regions[kind] = [...(regions[kind] ?? []), [contents, contents + bytes]]
    at = contents + Math.ceil(bytes / 512) * 512
    if (at > contents + bytes) regions.padding?.push([contents + bytes, at])
  }
  const { size } = await handle.stat()
  await handle.close()
  return { ...regions, end: [[at, size]] }
}

test('finds every one of many flipped bits in all parts of the file', { timeout: 120_000 }, async () => {
  const random = seededRandom(20_261_201)
  const regions = Object.entries(await regionsOf(file))
  expect(regions.map(([name]) => name)).toEqual([
    'headers',
    'padding',
    'end',
    'campaign.sqlite',
    'photos',
    'manifest.json',
  ])
  const missed: string[] = []
  const flips = inCircle({ push: 24, merge: 24, nightly: 100 })
  for (let n = 0; n < flips; n += 1) {
    const [name, ranges] = regions[n % regions.length] ?? ['', []]
    const [from, to] = ranges[Math.floor(random() * ranges.length)] ?? [0, 0]
    const bit = from * 8 + Math.floor(random() * (to - from) * 8)
    await flip(bit)
    const { code, out } = await drill()
    if (code !== 1 || !out.includes('FAIL')) missed.push(`bit ${bit} (${name}): ${out}`)
    await flip(bit)
  }
  expect(missed).toEqual([])
  expect((await drill()).code).toBe(0)
})

test('finds a flipped bit in any byte of the headers, the padding, the manifest and the end', {
  timeout: 120_000,
}, async () => {
  await writeSmallBackup(file)
  const { size } = await verified(file)
  const random = seededRandom(7)
  const missed: number[] = []
  // Not a divisor of the block size, so that every position in a block is tested.
  const step = inCircle({ push: 7, merge: 7, nightly: 1 })
  for (let byte = 0; byte < size; byte += step) {
    const bit = byte * 8 + Math.floor(random() * 8)
    await flip(bit)
    const intact = await verified(file).then(
      found => found.defects.length === 0,
      () => false,
    )
    if (intact) missed.push(bit)
    await flip(bit)
  }
  expect([missed, (await verified(file)).defects]).toEqual([[], []])
})

async function verified(path: string) {
  const handle = await openBackup(path)
  try {
    return { ...(await verifyBackup(handle, noProgress)), size: (await handle.stat()).size }
  } finally {
    await handle.close()
  }
}

/** Writes an archive of a few hundred bytes with the layout of a backup. */
async function writeSmallBackup(path: string): Promise<void> {
  const handle = await open(path, 'w')
  const tar = tarWriter(handle)
  const photo = `photos/01920000-0000-7000-8000-000000000009/${'a'.repeat(64)}`
  const files = [
    await tar.add('campaign.sqlite', 9, [Buffer.from('database!')]),
    await tar.add(photo, 3, [Buffer.from('jpg')]),
  ]
  const manifest = Buffer.from(sealedManifest({ format: FORMAT, at: 1, rows: { customer: 2 }, files }))
  await tar.add('manifest.json', manifest.length, [manifest])
  await tar.end()
  await handle.close()
}

test('finds a file that was cut off anywhere, or has bytes after its end', async () => {
  const bytes = await readFile(file)
  const ends = Object.values(await regionsOf(file)).flatMap(ranges => ranges.flat())
  const cuts = new Set(
    ends.flatMap(end => [end - 1, end, end + 1]).filter(end => end >= 0 && end < bytes.length),
  )
  for (const length of cuts) {
    await writeFile(file, bytes)
    await truncate(file, length)
    const { code, out } = await drill()
    expect([length, code, out.startsWith('FAIL  file: ')]).toEqual([length, 1, true])
  }
  expect(cuts.size).toBeGreaterThan(20)
  await writeFile(file, Buffer.concat([bytes, Buffer.alloc(512)]))
  expect((await drill()).out).toContain('the end of the file')
})

test('restores and checks a backup of the previous release', async () => {
  await asPreviousRelease(file)
  const { code, out } = await drill()
  expect([code, out]).toEqual([0, expect.stringContaining('which an earlier release made')])
  const at = (await readFile(file)).indexOf('"bytes":') + 8
  await flip(at * 8)
  expect((await drill()).out).toContain('FAIL')
})

/** Rewrites a backup in the format of the release before the row counts and the last migration. */
async function asPreviousRelease(path: string): Promise<void> {
  const handle = await openBackup(path)
  const parts: { name: string; bytes: Buffer }[] = []
  for await (const part of readTar(handle)) {
    const pieces: Uint8Array[] = []
    for await (const piece of part.pieces()) pieces.push(piece)
    parts.push({ name: part.name, bytes: Buffer.concat(pieces) })
  }
  await handle.close()
  const manifest: Manifest = JSON.parse(String(parts.pop()?.bytes))
  const target = await open(path, 'w')
  const tar = tarWriter(target)
  const files = []
  for (const { name, bytes } of parts) {
    const content = name === 'campaign.sqlite' ? beforeLastMigration(bytes) : bytes
    files.push(await tar.add(name, content.length, [content]))
  }
  const list = Buffer.from(JSON.stringify({ format: manifest.format, at: manifest.at, files }))
  await tar.add('manifest.json', list.length, [list])
  await tar.end()
  await target.close()
}

/** Undoes the migration of the stores' PINs. */
function beforeLastMigration(bytes: Buffer): Buffer {
  const database = new Database(bytes)
  database.exec(
    'drop table store_pin; drop table wrong_pins; delete from schema_migration where version = 11',
  )
  const older = database.serialize()
  database.close()
  return older
}
