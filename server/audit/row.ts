import * as v from 'valibot'
import { canonicalJson, sha256Hex } from '#server/hash.ts'
import type { Tables } from '#server/store/tables.ts'
import { GENESIS } from './head.ts'

type Row = Tables['audit']

export const hashOf = ({ seq, at, actor, action, detail, previous_hash }: Omit<Row, 'hash'>): string =>
  sha256Hex(canonicalJson([seq, at, actor, action, detail, previous_hash]))

/** Names of the free texts in entries of earlier releases, by action. */
export const oldTexts: Readonly<Record<string, readonly string[]>> = {
  'customer block': ['reason'],
  'desk customer block': ['reason'],
  'receipts reject': ['note'],
  'receipts void': ['note'],
  'desk winners change': ['carrier'],
  'winners ship': ['carrier'],
  'winners receipt': ['file'],
  'customer export': ['file'],
  'desk passkey add': ['name'],
  'desk passkey remove': ['name'],
}

export const MOVED = 'audit texts moved'

const movedEntries = v.object({ entries: v.array(v.object({ seq: v.number(), hash: v.string() })) })

/** Checks the hash chain row by row, so that the log need not fit into memory. */
export function createChainCheck() {
  let count = 0
  let last: Row | undefined
  let brokenAt: number | null = null
  /** Entries whose texts were removed, with their current hash. A later entry must confirm each of them. */
  const unconfirmed = new Map<number, string>()
  const isLinked = (row: Row) =>
    row.seq === (last?.seq ?? 0) + 1 && row.previous_hash === (last?.hash ?? GENESIS)
  return {
    see(row: Row): void {
      count += 1
      const hash = hashOf(row)
      const isWhole = row.hash === hash
      if (isLinked(row) && !isWhole && row.action in oldTexts) unconfirmed.set(row.seq, hash)
      else if (brokenAt === null && !(isLinked(row) && isWhole)) brokenAt = count
      if (isWhole && row.action === MOVED)
        for (const moved of entriesIn(row))
          if (unconfirmed.get(moved.seq) === moved.hash) unconfirmed.delete(moved.seq)
      last = row
    },
    count: () => count,
    newest: () => last?.seq ?? 0,
    brokenAt: (): number | null => {
      const wrong = [...(brokenAt === null ? [] : [brokenAt]), ...unconfirmed.keys()]
      return wrong.length === 0 ? null : Math.min(...wrong)
    },
  }
}

function entriesIn({ detail }: Row) {
  const found = v.safeParse(movedEntries, JSON.parse(detail))
  return found.success ? found.output.entries : []
}
