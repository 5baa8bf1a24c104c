import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ObjectStore } from '#server/deps.ts'
import { diskObjects } from '#server/images/disk.ts'
import { eachFolder } from '#tests/kit/folder.ts'
import { memoryObjects } from '#tests/kit/memory-objects.ts'

const inFolder = eachFolder()

const bytes = (text: string) => new TextEncoder().encode(text)
const files = async () =>
  (await readdir(inFolder(), { recursive: true, withFileTypes: true })).filter(entry => entry.isFile())

describe.each<[string, () => ObjectStore]>([
  ['on disk', () => diskObjects(inFolder('objects'))],
  ['in memory', memoryObjects],
])('photos %s', (_, make) => {
  test('get returns the stored bytes until they are deleted', async () => {
    const objects = make()
    expect(await objects.get('r/a/1')).toBeNull()
    await objects.put('r/a/1', bytes('one'), 'image/png')
    await objects.put('r/a/2', bytes('two'), 'image/png')
    await objects.put('r/a/1', bytes('three'), 'image/png')
    expect(new Uint8Array((await objects.get('r/a/1')) ?? [])).toEqual(bytes('three'))
    await objects.delete('r/a/1')
    await objects.delete('r/a/1')
    expect([await objects.get('r/a/1'), (await objects.get('r/a/2'))?.length]).toEqual([null, 3])
  })

  test('a new object does not replace one that is there, and leaves nothing else behind', async () => {
    const objects = make()
    const texts = ['one', 'two', 'three', 'four']
    await Promise.all(texts.map(text => objects.put('r/a/1', bytes(text), 'image/png', { onlyNew: true })))
    const first = new TextDecoder().decode((await objects.get('r/a/1')) ?? undefined)
    expect(texts).toContain(first)
    await objects.put('r/a/1', bytes('five'), 'image/png', { onlyNew: true })
    expect(new TextDecoder().decode((await objects.get('r/a/1')) ?? undefined)).toBe(first)
    expect((await files().catch(() => [])).length).toBeLessThanOrEqual(1)
    await objects.put('r/a/1', bytes('six'), 'image/png')
    expect((await objects.get('r/a/1'))?.length).toBe(3)
  })

  test('probe succeeds', async () => await expect(make().probe()).resolves.toBeUndefined())
})

describe('files', () => {
  test('are readable only by the server, in two levels of folders, without temporary files left over', async () => {
    const objects = diskObjects(inFolder('objects'))
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => objects.put('r/a/1', bytes(`${index}`), 'image/png')),
    )
    const found = await files()
    expect(found).toHaveLength(1)
    const path = join(found[0]?.parentPath ?? '', found[0]?.name ?? '')
    expect(path.slice(inFolder().length)).toMatch(
      /^\/objects\/([0-9a-f]{2})\/([0-9a-f]{2})\/\1\2[0-9a-f]{60}$/,
    )
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(inFolder('objects'))).mode & 0o777).toBe(0o700)
  })

  test.each(['../../outside', '/etc/passwd', 'a\0b', 'r/%2e%2e/x'])(
    'the key %j cannot leave the folder',
    async key => {
      const objects = diskObjects(inFolder('objects'))
      await objects.put(key, bytes('x'), 'image/png')
      expect((await files()).map(file => file.parentPath.startsWith(inFolder('objects')))).toEqual([true])
      expect(await objects.get(key)).not.toBeNull()
    },
  )

  test('put and probe fail if the folder cannot be created', async () => {
    await writeFile(inFolder('objects'), 'a file where the folder should be')
    const objects = diskObjects(inFolder('objects'))
    await expect(objects.probe()).rejects.toThrow()
    await expect(objects.put('r/a/1', bytes('x'), 'image/png')).rejects.toThrow()
  })
})
