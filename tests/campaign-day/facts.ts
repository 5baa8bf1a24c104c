import type { Customer } from './customer.ts'
import type { DeskChange } from './desk.ts'
import type { ExportedTable } from './exported.ts'
import type { ChatMessage } from './line.ts'
import type { RepeatedRequest } from './network.ts'
import type { Backup, Store } from './store.ts'

/** The data that the campaign has published about its draw, as an outsider recorded them. */
export type DrawRecord = {
  /** The commitment that was published before the list was sealed. */
  commitment: string | null
  /** The hash that was published when the list was sealed. */
  entriesHash: string | null
  /** The published proof of the draw, as JSON. */
  proof: string | null
}

/** A backup, with the changes that the desk had confirmed by then. */
export type SavedBackup = Backup & { readonly changes: readonly DeskChange[] }

/** The last restore: its time, and the receipts that it took over from the replaced database. */
export type Restored = { readonly at: number; readonly takenOver: ReadonlySet<string> }

/** What the promises are checked against: the campaign's data, and what its people have seen. */
export type Facts = {
  readonly now: () => number
  readonly store: Store
  readonly customers: readonly Customer[]
  readonly exports: readonly ExportedTable[]
  readonly phones: { readonly repeated: readonly RepeatedRequest[]; readonly hammering: ReadonlySet<string> }
  readonly line: { chats(): readonly ChatMessage[] }
  /** Changes that the desk has confirmed to the person who made them. */
  readonly deskChanges: readonly DeskChange[]
  /** Forbidden actions in which someone at the desk succeeded. */
  readonly trespasses: readonly string[]
  readonly draw: DrawRecord
  /** When retention last deleted old data; null before the first time. */
  readonly retainedAt: () => number | null
  /** When the database file was last rewritten; 0 before the first time. */
  readonly rewrittenAt: () => number
  /** The last restore of a backup; null before the first one. */
  readonly restored: Restored | null
  /** Returns true if LINE messages have been off at any time since the campaign began. */
  readonly messagesWereOff: () => boolean
  /** The servers' log lines. */
  readonly logs: () => readonly string[]
}

/** Returns one sentence for each violation of the promise. */
export type Invariant = (facts: Facts) => readonly string[]

/** Returns one sentence for each way in which a message breaks the promise when LINE accepts it. */
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
 * Returns the messages that LINE has put into a person's chat since the last restore. Earlier ones do not count,
 * because messages that were waiting in the backup may be sent a second time.
 */
export const chatsOf = (
  { line, restored }: Pick<Facts, 'line' | 'restored'>,
  userId: string,
): readonly ChatMessage[] => line.chats().filter(one => one.userId === userId && one.at > (restored?.at ?? 0))

export const isSealed = (facts: Pick<Facts, 'store'>): boolean =>
  firstRow(facts, 'select id from draw where sealed_at is not null') !== undefined

/** Returns this customer's deadline for confirming a prize, in milliseconds since 1970. */
export const confirmByOf = (facts: Pick<Facts, 'store'>, customerId: string | null): number =>
  firstRow<{ confirm_by: number | null }>(
    facts,
    'select confirm_by from reward where customer_id = ?',
    customerId,
  )?.confirm_by ?? campaignOf(facts).confirm_by
