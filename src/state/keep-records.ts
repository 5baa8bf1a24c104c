import { effect } from '@preact/signals-core'
import type { KeyValueStore } from '#src/ports.ts'
import type { Identity } from '#src/startup/identity.ts'
import { markSignedIn } from '#src/storage/signed-in.ts'

/** Lets this phone store the responses of each customer who signs in, until the customer signs out. */
export function keepRecords(kv: KeyValueStore, { customerId }: Pick<Identity, 'customerId'>): void {
  effect(() => {
    // Ignore errors: if the phone cannot store the mark, it cannot store responses either.
    if (customerId.value !== null) markSignedIn(kv, customerId.value).catch(() => {})
  })
}
