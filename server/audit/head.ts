import { bangkokSecond } from '#contract/rules.ts'

/**
 * The newest entry of the audit log: its number and its hash, which covers all entries before it. Someone who keeps a head
 * elsewhere notices later that entries up to it were deleted or rewritten.
 */
export type AuditHead = { readonly seq: number; readonly hash: string }

/** A head that was kept elsewhere. `seq` is null if only the hash is known. `from` says where it was kept. */
export type KeptHead = { readonly seq: number | null; readonly hash: string; readonly from: string }

/** The hash before the first entry, and the head of an empty log. */
export const GENESIS = '0'.repeat(64)

/** Formats a head as one word, such as `12:9f86d081…`. */
export const headText = ({ seq, hash }: AuditHead): string => `${seq}:${hash}`

/** Formats the line of a head file: the time in Bangkok, the number and the hash. `at`: milliseconds since 1970. */
export const headLine = ({ seq, hash }: AuditHead, at: number): string =>
  `${bangkokSecond(at)}+07:00 ${seq} ${hash}`

/** Parses the hash of a head, or its number and hash (`12:9f86d081…`). Returns null for another text. */
export function headIn(text: string): { seq: number | null; hash: string } | null {
  const [, seq, hash = ''] = /^(?:(\d{1,15}):)?([0-9a-f]{64})$/.exec(text.trim().toLowerCase()) ?? []
  return hash === '' ? null : { seq: seq === undefined ? null : Number(seq), hash }
}

/** Parses a line of a head file. Returns null if the line is not complete. */
export function headOfLine(line: string): AuditHead | null {
  const [, seq, hash] = /^\S+ (\d{1,15}) ([0-9a-f]{64})$/.exec(line.trim()) ?? []
  return seq === undefined || hash === undefined ? null : { seq: Number(seq), hash }
}
