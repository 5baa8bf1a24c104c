import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { imageKey } from '#server/images/store.ts'
import { countOf } from '#server/store/count.ts'
import { endEpoch } from '#server/store/epoch.ts'
import { DATABASE, FORMAT, MANIFEST, photoName, sealedManifest } from './backup-format.ts'
import { photosIn } from './photos-in.ts'
import { rowCountsOf } from './row-counts.ts'
import { type Packed, tarWriter } from './tar.ts'
import type { Context } from './verb.ts'

type Campaign = Pick<Context, 'db' | 'objects' | 'now' | 'progress'>

/** Writes a backup to `target`. Leaves a copy of the database in `folder`. */
export async function writeBackup(campaign: Campaign, folder: string, target: string) {
  const { db, objects } = campaign
  const snapshot = join(folder, DATABASE)
  // VACUUM INTO copies a consistent snapshot in one statement and does not block writers.
  await sql`vacuum into ${snapshot}`.execute(db)
  endEpoch(snapshot)
  const file = await open(target, 'wx', 0o600)
  try {
    const tar = tarWriter(file)
    const { size } = await stat(snapshot)
    const packed: Packed[] = [await tar.add(DATABASE, size, createReadStream(snapshot))]
    const bar = campaign.progress('Packing photos', await countOf(db.selectFrom('image')))
    let missing = 0
    for await (const photo of photosIn(db)) {
      const bytes = await objects.get(imageKey(photo))
      if (bytes) packed.push(await tar.add(photoName(photo), bytes.length, [bytes]))
      else missing += 1
      bar.step(1)
    }
    bar.end()
    const rows = rowCountsOf(snapshot)
    const manifest = Buffer.from(sealedManifest({ format: FORMAT, at: campaign.now, rows, files: packed }))
    await tar.add(MANIFEST, manifest.length, [manifest])
    await tar.end()
    const bytes = packed.reduce((sum, one) => sum + one.bytes, 0)
    return { photos: packed.length - 1, missing, bytes }
  } finally {
    await file.close()
  }
}
