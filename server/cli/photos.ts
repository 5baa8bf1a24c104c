import { writeFile } from 'node:fs/promises'
import type { ObjectStore } from '#server/deps.ts'
import { imageKey } from '#server/images/store.ts'
import { CliError } from './verb.ts'

type Photos = { readonly customerId: string; readonly images: readonly string[] }

/** Writes a receipt's photos to files that only their owner can read: `out.jpg`, `out-2.jpg` and so on. */
export async function writePhotos(
  objects: ObjectStore,
  { customerId, images }: Photos,
  target: string,
): Promise<string[]> {
  const files: string[] = []
  for (const [index, sha256] of images.entries()) {
    const bytes = await objects.get(imageKey({ customerId, sha256 }))
    if (!bytes) throw new CliError(`photo ${sha256} is missing from the image store`)
    const file = index === 0 ? target : target.replace(/(\.[^./\\]*)?$/, `-${index + 1}$1`)
    await writeFile(file, bytes, { mode: 0o600 })
    files.push(file)
  }
  return files
}
