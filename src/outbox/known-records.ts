import type { Disk, PageDisk } from '#src/ports.ts'
import { JOBS, jobKey, OUTCOMES, outcomeKey, PHOTOS, photoKey } from '#src/storage/keys.ts'
import { ifStorageFails } from '#src/storage/storage-failure.ts'
import { parseJob } from './job.ts'
import { MAX_KNOWN_PHOTO_BYTES } from './limits.ts'
import { parsePhoto } from './photos.ts'

export type Entries = readonly (readonly [key: string, value: unknown])[]

/**
 * Stores a job and its photos again. If the job is in the database, another tab has stored it, possibly without this
 * tab's photos. If the outcome is in the database, another tab has sent the job.
 */
export async function storeAgain(disk: Disk, value: unknown, records: Pick<Disk, 'get'>): Promise<void> {
  const job = parseJob(value)
  if (job === null || (await disk.get(outcomeKey(job.id))) !== undefined) return
  const keys = job.photos.map(({ sha256 }) => photoKey(job.owner, sha256))
  const photos = await Promise.all(keys.map(async key => [key, await records.get(key)] as const))
  const found = photos.filter(([, photo]) => photo !== undefined)
  const stored = new Set(await disk.keys(PHOTOS))
  const missing = found.filter(([key]) => !stored.has(key))
  await disk.transact(jobKey(job.id), old =>
    old === undefined ? [...found, [jobKey(job.id), value]] : missing,
  )
}

function createKnown() {
  const records = new Map<string, unknown>()
  let photoBytes = 0
  const sizeOf = (value: unknown) => parsePhoto(value)?.bytes.byteLength ?? 0
  const isKept = (key: string) => [JOBS, OUTCOMES, PHOTOS].some(prefix => key.startsWith(prefix))
  const under = (prefix: string) => [...records].filter(([key]) => key.startsWith(prefix))
  function write(entries: Entries) {
    for (const [key, value] of entries) {
      photoBytes -= sizeOf(records.get(key))
      records.delete(key)
      if (value === undefined || !isKept(key) || photoBytes + sizeOf(value) > MAX_KNOWN_PHOTO_BYTES) continue
      photoBytes += sizeOf(value)
      records.set(key, value)
    }
  }
  return {
    write,
    under,
    get: async (key: string) => records.get(key),
    deletePrefix: (prefix: string) => write(under(prefix).map(([key]) => [key, undefined])),
  }
}

function restorer(disk: PageDisk, known: ReturnType<typeof createKnown>, rescue: Rescue) {
  let lost = false
  let losses = 0
  let restoring: Promise<void> | null = null
  disk.onLost(() => {
    lost = true
    losses += 1
  })
  async function store() {
    const outcomes = known.under(OUTCOMES)
    if (outcomes.length > 0) await disk.set(outcomes)
    for (const [, job] of known.under(JOBS)) await storeAgain(disk, job, known)
    return true
  }
  async function restore() {
    if (await store().catch(ifStorageFails(false))) return
    const rescued = known.under('')
    known.deletePrefix('')
    await rescue(rescued)
  }
  return {
    losses: () => losses,
    again() {
      lost = true
    },
    async complete(): Promise<void> {
      while (lost || restoring !== null) {
        if (restoring === null) {
          lost = false
          restoring = restore().finally(() => {
            restoring = null
          })
        }
        await restoring
      }
    },
  }
}

type Rescue = (records: Entries) => Promise<void>

/**
 * If the browser deletes the database, restores this page's records before any request uses the new, empty database.
 * Photos are remembered up to a limit. `rescue` receives records that cannot be stored again.
 */
export function withKnownRecords(disk: PageDisk, rescue: Rescue): Disk & { complete(): Promise<void> } {
  const known = createKnown()
  const { complete, losses, again } = restorer(disk, known, rescue)

  /** If the database was deleted meanwhile, the result may come from the empty one, so read again. */
  async function read<T>(request: () => Promise<T>): Promise<T> {
    for (;;) {
      await complete()
      const before = losses()
      const result = await request()
      if (losses() === before) return result
    }
  }

  async function remember(entries: Entries, before: number): Promise<void> {
    known.write(entries)
    if (losses() === before) return
    again()
    await complete()
  }

  return {
    complete,
    get: key => read(() => disk.get(key)),
    keys: prefix => read(() => disk.keys(prefix)),
    async entries(prefix) {
      const found = await read(() => disk.entries(prefix))
      known.deletePrefix(prefix)
      known.write(found)
      return found
    },
    async set(entries) {
      await complete()
      const before = losses()
      await disk.set(entries)
      await remember(entries, before)
    },
    async transact(key, change) {
      for (;;) {
        await complete()
        const before = losses()
        let stale = false
        let changed: Entries = []
        await disk.transact(key, old => {
          stale = losses() !== before
          if (stale) return null
          const written = change(old)
          changed = [[key, old], ...(written ?? [])]
          return written
        })
        if (!stale) return remember(changed, before)
      }
    },
    async delete(keys) {
      await complete()
      await disk.delete(keys)
      known.write(keys.map(key => [key, undefined]))
    },
    async deletePrefix(prefix) {
      await complete()
      await disk.deletePrefix(prefix)
      known.deletePrefix(prefix)
    },
  }
}
