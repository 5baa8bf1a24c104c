import { bangkokSecond } from '#contract/rules.ts'

/**
 * The newest entry of the audit log. Its hash covers all earlier entries, so a copy stored elsewhere reveals whether
 * any of them was deleted or rewritten.
 */
export type AuditHead = { readonly seq: number; readonly hash: string }

/** A copy of a head, stored elsewhere; `from` says where. `seq` is null if only the hash is known. */
export type KeptHead = { readonly seq: number | null; readonly hash: string; readonly from: string }

/** The hash before the first entry, and the head of an empty log. */
export const GENESIS = '0'.repeat(64)

export const headText = ({ seq, hash }: AuditHead): string => `${seq}:${hash}`

export const headLine = ({ seq, hash }: AuditHead, at: number): string =>
  `${bangkokSecond(at)}+07:00 ${seq} ${hash}`

/** Parses a hash, or a number and a hash (`12:9f86d081…`). Returns null for any other text. */
export function headIn(text: string): { seq: number | null; hash: string } | null {
  const [, seq, hash = ''] = /^(?:(\d{1,15}):)?([0-9a-f]{64})$/.exec(text.trim().toLowerCase()) ?? []
  return hash === '' ? null : { seq: seq === undefined ? null : Number(seq), hash }
}

export function headOfLine(line: string): AuditHead | null {
  const [, seq, hash] = /^\S+ (\d{1,15}) ([0-9a-f]{64})$/.exec(line.trim()) ?? []
  return seq === undefined || hash === undefined ? null : { seq: Number(seq), hash }
}
