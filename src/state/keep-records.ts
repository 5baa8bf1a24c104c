import { effect } from '@preact/signals-core'
import type { Ports } from '#src/ports.ts'
import type { Identity } from '#src/startup/identity.ts'
import { markSignedIn } from '#src/storage/signed-in.ts'
import { reportDefect } from '#src/storage/storage-failure.ts'

export function keepRecords(
  { kv, disk }: Pick<Ports, 'kv' | 'disk'>,
  { customerId }: Pick<Identity, 'customerId'>,
): void {
  const mark = () => {
    // If the phone cannot store the mark, it cannot store responses either.
    if (customerId.value !== null) markSignedIn(kv, customerId.value).catch(reportDefect)
  }
  effect(mark)
  // The browser has deleted the mark with the database.
  disk.onLost(mark)
}
