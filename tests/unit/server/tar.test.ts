import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readTar, tarWriter } from '#server/cli/tar.ts'
import { testFolder } from '#tests/kit/folder.ts'

let file: FileHandle
beforeEach(async () => {
  file = await open(join(await testFolder(), 'backup.tar'), 'w+')
})
afterEach(() => file.close())

const pieces = (text: string) => [new TextEncoder().encode(text)]

test.each(['short', 'longer than it was'])(
  'refuses a file that changed its size while it was read: %s',
  async text =>
    await expect(tarWriter(file).add('photo', 10, pieces(text))).rejects.toThrow(
      'photo: the file changed while it was being read',
    ),
)

test.each([8 ** 11 - 1, 8 ** 11])('the header of an archived file holds a size of %d bytes', async bytes => {
  // Writes only the header: the contents would not fit on the disk.
  await tarWriter(file)
    .add('large', bytes, [])
    .catch(() => undefined)
  const { value } = await readTar(file).next()
  expect([value?.name, value?.bytes]).toEqual(['large', bytes])
})
