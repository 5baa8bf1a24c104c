import { writeFile } from 'node:fs/promises'
import type { ObjectStore } from '#server/deps.ts'
import { CliError } from './verb.ts'

/** Writes the photos with these storage keys to private files: `out.jpg`, `out-2.jpg` and so on. */
export async function writePhotos(
  objects: ObjectStore,
  keys: readonly string[],
  target: string,
): Promise<string[]> {
  const files: string[] = []
  for (const [index, key] of keys.entries()) {
    const bytes = await objects.get(key)
    if (!bytes) throw new CliError(`photo ${key.split('/').at(-1)} is missing from the image store`)
    const file = index === 0 ? target : target.replace(/(\.[^./\\]*)?$/, `-${index + 1}$1`)
    await writeFile(file, bytes, { mode: 0o600 })
    files.push(file)
  }
  return files
}
