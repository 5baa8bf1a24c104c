import type { Customer } from './customer.ts'
import type { DeskChange } from './desk.ts'
import type { ExportedTable } from './exported.ts'
import type { ChatMessage } from './line.ts'
import type { RepeatedRequest } from './network.ts'
import type { Backup, Store } from './store.ts'

/** What the campaign has published about its draw, as somebody outside noted it. */
export type DrawRecord = {
  /** The promise that was published before the list was sealed. */
  commitment: string | null
  /** The hash that was published when the list was sealed. */
  entriesHash: string | null
  /** The published proof of the draw, as JSON. */
  proof: string | null
}

/** A backup, and the changes that the desk had confirmed until then. */
export type SavedBackup = Backup & { readonly changes: readonly DeskChange[] }

/** The last restore: its time, and the receipts that were taken over from the replaced database. */
export type Restored = { readonly at: number; readonly takenOver: ReadonlySet<string> }

/** What the promises are checked against: the data of the campaign, and what its people have seen. */
export type Facts = {
  readonly now: () => number
  readonly store: Store
  readonly customers: readonly Customer[]
  readonly exports: readonly ExportedTable[]
  readonly phones: { readonly repeated: readonly RepeatedRequest[]; readonly hammering: ReadonlySet<string> }
  readonly line: { chats(): readonly ChatMessage[] }
  /** Changes that the desk has confirmed to the person who made them. */
  readonly deskChanges: readonly DeskChange[]
  /** What people at the desk could do although it needs somebody else. */
  readonly trespasses: readonly string[]
  readonly draw: DrawRecord
  /** When retention last deleted old data; null before the first time. */
  readonly retainedAt: () => number | null
  /** When the file of the database was last rewritten; 0 before the first time. */
  readonly rewrittenAt: () => number
  /** The last restore of a backup; null before the first one. */
  readonly restored: Restored | null
  /** True if LINE messages were ever off since the campaign began. */
  readonly messagesWereOff: () => boolean
  /** What the servers have logged. */
  readonly logs: () => readonly string[]
}

/** Returns a sentence for each thing that breaks the promise. */
export type Invariant = (facts: Facts) => readonly string[]

/** Returns a sentence for each way in which a message breaks the promise at the moment at which LINE accepts it. */
export type MessageInvariant = (facts: Facts, customer: Customer, message: ChatMessage) => readonly string[]

/** Returns the first row of a query, or undefined. */
export const firstRow = <Row>(
  { store }: Pick<Facts, 'store'>,
  query: string,
  ...given: readonly unknown[]
): Row | undefined => store.rows<Row>(query, ...given)[0]

type Campaign = {
  readonly draw_id: string | null
  readonly announced_at: number | null
  readonly announce_at: number
  readonly closes_at: number
  readonly confirm_by: number
  readonly baht_per_right: number
  readonly min_amount_satang: number
}

export const campaignOf = (facts: Pick<Facts, 'store'>): Campaign =>
  firstRow<Campaign>(facts, 'select * from campaign') as Campaign

/**
 * Returns what LINE has put into a person's chat since the last restore. Messages that waited in the backup may be sent a
 * second time.
 */
export const chatsOf = (
  { line, restored }: Pick<Facts, 'line' | 'restored'>,
  userId: string,
): readonly ChatMessage[] => line.chats().filter(one => one.userId === userId && one.at > (restored?.at ?? 0))

export const isSealed = (facts: Pick<Facts, 'store'>): boolean =>
  firstRow(facts, 'select id from draw where sealed_at is not null') !== undefined

/** When this customer's right to confirm a prize ends, in milliseconds since 1970. */
export const confirmByOf = (facts: Pick<Facts, 'store'>, customerId: string | null): number =>
  firstRow<{ confirm_by: number | null }>(
    facts,
    'select confirm_by from reward where customer_id = ?',
    customerId,
  )?.confirm_by ?? campaignOf(facts).confirm_by
