import { shortHash } from '#contract/list-hash.ts'
import type { Finding, VerifiedFile } from './verify-types.ts'

/** Hashes kept outside the server: on a phone, in a post, or in a newspaper. */
export type Outside = {
  /** All 64 digits of the list's hash, or its first digits, in lower case. */
  readonly listHash: string | null
  readonly commitment: string | null
}

/** Result of verifying a file. Only `matches` means that the file contains the sealed draw. */
export type Judgement = {
  readonly findings: readonly Finding[]
  readonly ok: boolean
  /** True if all findings are ok and an outside hash proves that the list is the sealed one. */
  readonly matches: boolean
  readonly notChecked: readonly string[]
}

/**
 * Compares a recomputed file with outside hashes. Anyone with the database can recompute everything in a file, so a
 * consistent file does not prove when the list was made.
 */
export function compareWithOutside(
  { head, findings }: VerifiedFile,
  outside: Outside,
  stamp: Pick<Judgement, 'findings' | 'notChecked'>,
): Judgement {
  const { listHash, commitment } = outside
  // In formula 3, the list's hash covers the commitment.
  const needsCommitment = head.format !== 'campaign-draw/3' && head.secret !== undefined
  const compared: Finding[] = [
    ...(listHash === null
      ? []
      : [
          {
            what: `list's hash from outside`,
            ok: head.entriesHash.startsWith(listHash),
            found: `${shortHash(head.entriesHash)} in the file, ${shortHash(listHash)} outside`,
          },
        ]),
    ...(commitment === null
      ? []
      : [
          {
            what: 'published commitment',
            ok: commitment === head.commitment,
            found: String(head.commitment),
          },
        ]),
  ]
  const all = [...findings, ...compared, ...stamp.findings]
  const ok = all.every(one => one.ok)
  return {
    findings: all,
    ok,
    matches: ok && listHash !== null && (!needsCommitment || commitment !== null),
    notChecked: [
      ...(listHash === null
        ? [
            'that this is the list that was sealed: give its hash from a phone or from the post at the seal (--list-hash)',
          ]
        : []),
      ...(needsCommitment && commitment === null
        ? [
            'that the secret was chosen before the close: give the published commitment (--commitment), which the hash of this older list does not cover',
          ]
        : []),
      ...(head.beacon === undefined
        ? []
        : [
            `that "${head.beacon}" is the value that was announced: ${head.beaconSource ?? 'no source is named'}`,
          ]),
      ...stamp.notChecked,
      ...(head.method === 'physical' ? ['how the slips were drawn: the witnesses have the record'] : []),
    ],
  }
}
