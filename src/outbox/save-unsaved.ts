import type { Disk } from '#src/ports.ts'
import { JOBS, OUTCOMES, photoKey } from '#src/storage/keys.ts'
import { ifStorageFails } from '#src/storage/storage-failure.ts'
import { type Job, parseJob } from './job.ts'
import { type Entries, storeAgain } from './known-records.ts'

export type Stores = {
  readonly disk: Disk
  readonly memory: Disk
  /** Keys to delete once a job in memory is stored or received. */
  readonly deletesOf: Map<string, readonly string[]>
  /** Jobs in memory that were stored until the browser deleted the database. */
  readonly rescued: Set<string>
}

/**
 * Resolves to the jobs now stored. If the browser deleted the database, another tab may have sent a job since; such a
 * job is just removed from memory.
 */
export async function saveUnsaved({ disk, memory, deletesOf, rescued }: Stores): Promise<readonly Job[]> {
  async function move(entries: Entries, write: () => Promise<void>): Promise<boolean> {
    const moved = await write().then(() => true, ifStorageFails(false))
    if (moved) await memory.delete(entries.map(([key]) => key))
    return moved
  }
  const outcomes = await memory.entries(OUTCOMES)
  if (outcomes.length > 0) await move(outcomes, () => disk.set(outcomes))
  const saved: Job[] = []
  for (const [key, value] of await memory.entries(JOBS)) {
    const job = parseJob(value)
    if (job === null) continue
    const photos = await Promise.all(
      job.photos.map(async ({ sha256 }) => {
        const photo = photoKey(job.owner, sha256)
        return [photo, await memory.get(photo)] as const
      }),
    )
    const found = photos.filter(([, bytes]) => bytes !== undefined)
    const entries: Entries = [...found, [key, value]]
    const deletes = (deletesOf.get(job.id) ?? []).map(gone => [gone, undefined] as const)
    const write = () =>
      rescued.has(key) ? storeAgain(disk, value, memory) : disk.set([...entries, ...deletes])
    if (!(await move(entries, write))) continue
    rescued.delete(key)
    saved.push(job)
  }
  return saved
}
