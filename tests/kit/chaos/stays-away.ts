import type { Job } from '#src/outbox/job.ts'
import { JOBS } from '#src/storage/keys.ts'
import { nameOf, note, type World } from './world.ts'
import type { Write } from './writes.ts'

/**
 * Checks that a deleted job never comes back, and that an expired job does not come back until the customer sends it
 * again.
 */

const returned = (world: World, write: Write, what: string) =>
  note(world, { kind: 'returned', what: `${nameOf(write, world.writes.indexOf(write))} ${what}` })

const isStored = ({ phone }: World, { id }: Write) => phone.disk.peek(JOBS).some(([key]) => key === JOBS + id)

/**
 * Marks jobs as gone. Must be called when the app has said that they are deleted. Jobs that are still in the database
 * are not marked.
 */
export function noteGone(world: World, writes: readonly Write[]): void {
  for (const write of writes) write.gone ||= !isStored(world, write)
}

/** Reports the deleted jobs that are in the phone's database again. */
export function noteReturned(world: World): void {
  for (const write of world.writes)
    if (write.gone && isStored(world, write)) returned(world, write, 'is stored again')
}

/** Reports a request for a job that was deleted before the request began. */
export function noteSent(world: World, request: Request): void {
  const key = request.headers.get('idempotency-key')
  const write = world.writes.find(({ id }) => id === key)
  if (write?.gone) returned(world, write, 'is sent after it was deleted')
}

/** Reports each expired job that is no longer marked as expired, although the customer has not sent it again. */
export function watchExpired(world: World): void {
  const { disk } = world.phone
  const { stored } = disk
  disk.stored = (key, value) => {
    const write = world.writes.find(({ id }) => JOBS + id === key)
    const [, before] = disk.peek(key).find(([found]) => found === key) ?? []
    const [old, next] = [before, value] as (Partial<Job> | undefined)[]
    if (
      write &&
      old?.expired &&
      next?.expired === false &&
      next.createdAt !== old.createdAt &&
      !write.retried
    )
      returned(world, write, 'was too old and is sent again')
    return stored(key, value)
  }
}
