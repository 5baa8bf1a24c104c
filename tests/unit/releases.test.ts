// @vitest-environment node
import { expect, test } from 'vitest'
import { previousCommit, previousVersion } from '#tests/kit/previous-release.ts'
import { KEPT_RELEASES, keptReleases, MAX_RELEASE_BYTES, queueableRoutes } from '#tests/kit/releases.ts'

const releases = keptReleases()

test('the apps of the last three releases are kept, in the order of their commits', () => {
  expect(releases).toHaveLength(KEPT_RELEASES)
  const times = releases.map(({ committedAt }) => Date.parse(committedAt))
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b))
  for (const { archive, version, commit } of releases)
    expect(archive).toBe(`${version}-${commit.slice(0, 8)}.json.br`)
})

test('the newest one is the release from which the tests of an upgrade start', () => {
  expect(releases.at(-1)).toMatchObject({ version: previousVersion(), commit: previousCommit() })
})

test.each(releases)(
  '$archive is small, and has what a phone runs, the licences and no pictures',
  ({ bytes, files }) => {
    expect(bytes).toBeLessThanOrEqual(MAX_RELEASE_BYTES)
    const names = Object.keys(files)
    expect(names).toEqual(expect.arrayContaining(['index.html', 'sw.js', 'version.json', 'licenses.md']))
    expect(names.filter(name => !/\.(js|css|html|json|webmanifest|svg|md)$/.test(name))).toEqual([])
  },
)

test.each(releases)('$archive lists the calls that its outbox can hold', release => {
  expect(queueableRoutes(release)).toEqual(expect.arrayContaining(['createReceipt', 'postAnswer']))
})
