import { expect, test } from 'vitest'
import { shortHash } from '#contract/list-hash.ts'
import { type SeenSeal, witnessOf } from '#src/domain/draw-witness.ts'

const A = 'a'.repeat(64)
const B = 'b'.repeat(64)
const seen = (entriesHash: string, seenAt: number, drawId = 'draw'): SeenSeal => ({
  drawId,
  entriesHash,
  formula: 3,
  sealedAt: '2026-12-10T00:00:00Z',
  seenAt,
})

test.each([
  ['the phone has kept this hash since before the beacon', [seen(A, 10)], A, { kind: 'same', since: 10 }],
  ['it has no seal', [], A, { kind: 'unseen' }],
  // Anyone who chose the list to suit the beacon would show its hash from then on, so seeing it late proves nothing.
  ['it saw the hash only once the beacon was known', [seen(A, 50)], A, { kind: 'unseen' }],
  [
    'the published hash is another one',
    [seen(A, 10)],
    B,
    { kind: 'different', kept: A, since: 10, shown: B },
  ],
  ['it saw two', [seen(A, 10), seen(B, 60)], B, { kind: 'different', kept: A, since: 10, shown: B }],
  [
    'the first one is shown again',
    [seen(A, 10), seen(B, 60)],
    A,
    { kind: 'different', kept: B, since: 60, shown: A },
  ],
  ['the hash is gone', [seen(A, 10)], null, { kind: 'different', kept: A, since: 10, shown: null }],
  ['the draw was replaced', [seen(A, 10, 'other')], B, { kind: 'different', kept: A, since: 10, shown: B }],
  ['nothing is sealed', [], null, null],
] as const)('%s', (_, seals, shown, found) => expect(witnessOf(seals, shown, 50)).toEqual(found))

test('without a time of the beacon or the announcement, the first seal counts', () =>
  expect(witnessOf([seen(A, 99)], A, null)).toEqual({ kind: 'same', since: 99 }))

test('the short form is the first 16 digits in groups of four', () =>
  expect(shortHash(`3f2a9c0177be10d4${'0'.repeat(48)}`)).toBe('3F2A-9C01-77BE-10D4'))
