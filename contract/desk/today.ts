import * as v from 'valibot'

/**
 * Counts per hour or day, in the order of the tables' columns. A decision counts at the time it is made. `joins` are
 * customers who first visited in this period and have registered since.
 */
export const countNames = ['joins', 'receipts', 'approved', 'rejected', 'tickets', 'rewards'] as const

export const counts = v.entriesFromList(countNames, v.number())

/** Average minutes from a receipt's first submission to its decision; null if no receipt was decided. */
export const waited = v.nullable(v.number())

/** Upper limits for the age of pending receipts, in hours; null means no limit. */
export const queueAges = [1, 6, 24, 72, null] as const

export const funnelSteps = ['opened', 'looked', 'registered', 'sent', 'approved'] as const

/** Time of the cached count, in milliseconds since 1970. */
export const countedAt = v.number()
