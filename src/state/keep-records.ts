import { effect } from '@preact/signals-core'
import type { Ports } from '#src/ports.ts'
import type { Identity } from '#src/startup/identity.ts'
import { markSignedIn } from '#src/storage/signed-in.ts'
import { reportDefect } from '#src/storage/storage-failure.ts'

/** Lets this phone store the responses and drafts of each customer who signs in, until the customer signs out. */
export function keepRecords(
  { kv, disk }: Pick<Ports, 'kv' | 'disk'>,
  { customerId }: Pick<Identity, 'customerId'>,
): void {
  const mark = () => {
    // Ignore a failed database: if the phone cannot store the mark, it cannot store responses either.
    if (customerId.value !== null) markSignedIn(kv, customerId.value).catch(reportDefect)
  }
  effect(mark)
  // The mark was in the database that the browser has deleted.
  disk.onLost(mark)
}
