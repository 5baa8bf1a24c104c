import type { ReceiptEntry } from '#src/state/types.ts'

export const filters = ['all', 'queued', 'pending', 'approved', 'rejected'] as const
export type Filter = (typeof filters)[number]

/** The entries of a filter, those on this phone first; otherwise in the order given. */
export function shownEntries(entries: readonly ReceiptEntry[], filter: Filter): readonly ReceiptEntry[] {
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
