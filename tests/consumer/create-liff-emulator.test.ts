import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packInto } from '#tools/release/pack.ts'
import { readPackedPackage } from '#tools/release/packed-package.ts'

let folder: string
let archive: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'create-'))
  archive = (await packInto(folder, ['create-liff-emulator']))[0] ?? ''
}, 600_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

test('the package has the template and nothing that an install could have left there', () => {
  const { files, bytes } = readPackedPackage(archive)
  expect([...files].filter(path => /node_modules|dist\/|test-results|package-lock/.test(path))).toEqual([])
  expect([...files]).toEqual(
    expect.arrayContaining(['CHANGELOG.md', 'LICENSE', 'README.md', 'index.js', 'template/_gitignore']),
  )
  expect(bytes).toBeLessThan(20_000)
})
