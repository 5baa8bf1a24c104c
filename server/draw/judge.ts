import { shortHash } from '#contract/list-hash.ts'
import type { Finding, VerifiedFile } from './verify-types.ts'

/** Hashes that were kept outside the server: on a phone, in a post, in a newspaper. Null if none was given. */
export type Outside = {
  /** All 64 digits of the list's hash, or the first ones, in lower case. */
  readonly listHash: string | null
  readonly commitment: string | null
}

/** What the check of a file is worth. Only with `matches` does the file contain the draw that was sealed. */
export type Judgement = {
  readonly findings: readonly Finding[]
  readonly ok: boolean
  /** True if everything agrees, and a hash from outside shows that the list is the sealed one. */
  readonly matches: boolean
  /** What the file and the given hashes cannot show, one sentence each. */
  readonly notChecked: readonly string[]
}

/**
 * Compares a recomputed file with hashes from outside. Everything in a file can be computed again by somebody who has the
 * database, so a file that agrees with itself proves nothing about when the list was made. `stamp` is what the time stamp
 * has shown.
 */
export function compareWithOutside(
  { head, findings }: VerifiedFile,
  outside: Outside,
  stamp: Pick<Judgement, 'findings' | 'notChecked'>,
): Judgement {
  const { listHash, commitment } = outside
  // From formula 3 on, the list's hash covers the commitment.
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
