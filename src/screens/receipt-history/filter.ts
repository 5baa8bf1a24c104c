import type { ReceiptEntry } from '#src/state/types.ts'

export const filters = ['all', 'queued', 'pending', 'approved', 'rejected'] as const
export type Filter = (typeof filters)[number]

/** Filters the entries. Those only on this phone come first; otherwise the order is unchanged. */
export function filterEntries(entries: readonly ReceiptEntry[], filter: Filter): readonly ReceiptEntry[] {
  const fitting = entries.filter(({ receipt, queued }) => {
    if (filter === 'all') return true
    if (filter === 'queued') return queued !== null
    return queued === null && receipt.status === filter
  })
  return [
    ...fitting.filter(({ queued }) => queued !== null),
    ...fitting.filter(({ queued }) => queued === null),
  ]
}
