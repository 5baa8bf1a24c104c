import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { previousCommit, previousVersion } from '#tests/kit/previous-release.ts'
import {
  KEPT_RELEASES,
  keepRelease,
  keptReleases,
  MAX_RELEASE_BYTES,
  packRelease,
  queueableRoutes,
} from '#tests/kit/releases.ts'

const releases = keptReleases()

test('the apps of the last three releases are kept, in the order of their commits', () => {
  expect(releases).toHaveLength(KEPT_RELEASES)
  const times = releases.map(({ committedAt }) => Date.parse(committedAt))
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b))
  for (const { archive, version, commit } of releases)
    expect(archive).toBe(`${version}-${commit.slice(0, 8)}.json.br`)
})

test('the newest one is the release from which the tests of an upgrade start', () =>
  expect(releases.at(-1)).toMatchObject({ version: previousVersion(), commit: previousCommit() }))

test.each(releases)(
  '$archive is small, and has what a phone runs, the licences and no pictures',
  ({ bytes, files }) => {
    expect(bytes).toBeLessThanOrEqual(MAX_RELEASE_BYTES)
    const names = Object.keys(files)
    expect(names).toEqual(expect.arrayContaining(['index.html', 'sw.js', 'version.json', 'licenses.md']))
    expect(names.filter(name => !/\.(js|css|html|json|webmanifest|svg|md)$/.test(name))).toEqual([])
  },
)

test.each(releases)('$archive lists the calls that its outbox can hold', release =>
  expect(queueableRoutes(release)).toEqual(expect.arrayContaining(['createReceipt', 'postAnswer'])),
)

const made: string[] = []
/** A folder with the archives of the releases from days 1, 2 and 3. */
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'releases-'))
  made.push(folder)
  for (const day of [2, 1, 3]) expect(keepRelease(releaseOf(day), folder).deleted).toEqual([])
})
afterAll(() => {
  for (const one of made) rmSync(one, { recursive: true })
})

const releaseOf = (day: number, text = '') =>
  packRelease({
    version: `1.0.${10 - day}`,
    commit: String(day).repeat(40),
    committedAt: `2026-11-1${day}T00:00:00.000Z`,
    files: { 'index.html': text },
  })
const archiveOf = (day: number) => `1.0.${10 - day}-${String(day).repeat(8)}.json.br`
const archives = () => readdirSync(folder).toSorted().toReversed()

test('a fourth archive takes the place of the oldest, also if its release is older than the newest', () => {
  expect(keepRelease(releaseOf(5), folder)).toMatchObject({ archive: archiveOf(5), deleted: [archiveOf(1)] })
  expect(keepRelease(releaseOf(4), folder).deleted).toEqual([archiveOf(2)])
  expect(archives()).toEqual([3, 4, 5].map(archiveOf))
})

test('an archive that is packed again deletes no other', () => {
  expect(keepRelease(releaseOf(1), folder).deleted).toEqual([])
  expect(archives()).toEqual([1, 2, 3].map(archiveOf))
})

test('a release that is older than all three is refused, and nothing changes', () => {
  expect(() => keepRelease(releaseOf(0), folder)).toThrow(/older/)
  expect(archives()).toEqual([1, 2, 3].map(archiveOf))
})

test('an archive that is too large is refused before it is written, and nothing is deleted', () => {
  const noise = randomBytes(MAX_RELEASE_BYTES).toString('base64')
  expect(() => keepRelease(releaseOf(5, noise), folder)).toThrow(`at most ${MAX_RELEASE_BYTES} bytes`)
  expect(archives()).toEqual([1, 2, 3].map(archiveOf))
})
