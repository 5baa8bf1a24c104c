import { createHash, createHmac } from 'node:crypto'
import { sha256Hex } from '#server/hash.ts'

/**
 * Versions of the fair draw's formula. 1: the list has no ticket numbers. 2: the list has ticket numbers, but scores
 * use the ticket's id. 3: scores use the ticket number, and the list's hash includes the promise. A draw keeps the
 * version used to seal its list.
 */
export type Formula = 1 | 2 | 3

export const FORMULA = 3

export const FORMATS = ['campaign-draw/1', 'campaign-draw/2', 'campaign-draw/3'] as const
export type Format = (typeof FORMATS)[number]

export const formatOf = (formula: Formula): Format => FORMATS[(formula - 1) as 0 | 1 | 2]
export const formulaOf = (format: Format): Formula => (FORMATS.indexOf(format) + 1) as Formula

/**
 * Explains the formula in every published draw file. No one can steer the draw: the organiser seals the list before the
 * beacon is known, and the source of the beacon does not know the secret.
 */
export const schemeText = (formula: Formula): readonly string[] => [
  'commitment  = SHA-256(secret), published before the campaign closed; secret: 32 bytes, here in hexadecimal',
  formula === 1
    ? 'ticket      = "<ticket id> <customer hash>", sorted by ticket id, each id once'
    : 'ticket      = "<ticket id> <customer hash> <ticket number>", sorted by ticket id, each id once',
  ...numberText[formula],
  'customer    = the first 32 hexadecimal digits of SHA-256("<draw id>/<customer id>")',
  ...(formula === 3
    ? [
        'promise     = JSON without spaces, characters beyond ASCII as they are: ["campaign-draw/3", drawId, sealedFor,',
        '              commitment, beaconSource, beaconAt, [[titleTh, count, true for reserves or false], ...]]',
        'entriesHash = SHA-256 over the promise and every ticket, each followed by a line feed (0x0A), published before',
        '              the beacon was known and shown to every phone that opened the app since',
      ]
    : [
        'entriesHash = SHA-256 over every ticket followed by a line feed (0x0A), published before the beacon was known',
      ]),
  'seed        = SHA-256(secret bytes || beacon as UTF-8 || entriesHash bytes)',
  `score       = HMAC-SHA256(key: seed bytes, message: the ticket ${formula === 3 ? 'number' : 'id'})`,
  'ranking     = tickets by ascending score; of each customer only the first counts; the first are winners in the',
  '              order of the prizes, those after them are reserves',
]

const numberText: Readonly<Record<Formula, readonly string[]>> = {
  1: [],
  2: ['number      = what the customer sees in the app, such as FF-004512-5; not used in the score'],
  3: ['number      = what the customer sees in the app, such as FF-004512-5; each number once'],
}

export const SECRET_BYTES = 32

export const commitmentOf = (secret: string): string => sha256Hex(Buffer.from(secret, 'hex'))

/** Distinguishes customers in the published list without revealing who they are. */
export const customerHash = (drawId: string, customerId: string): string =>
  sha256Hex(`${drawId}/${customerId}`).slice(0, 32)

type DrawPromise = {
  readonly drawId: string
  /** `seed`: sealed for a computed draw. `physical`: sealed for a draw by hand. */
  readonly sealedFor: string | null
  readonly commitment: string | null
  readonly beaconSource: string | null
  readonly beaconAt: string | null
  readonly prizes: readonly {
    readonly titleTh: string
    readonly count: number
    readonly reserve?: boolean | undefined
  }[]
}

/**
 * Returns the first line that formula 3 hashes. Because of this line, changing the secret, the prizes or the kind of
 * draw after the beacon is known would also change the list's hash.
 */
export const promiseText = (promise: DrawPromise): string =>
  JSON.stringify([
    formatOf(3),
    promise.drawId,
    promise.sealedFor,
    promise.commitment,
    promise.beaconSource,
    promise.beaconAt,
    promise.prizes.map(prize => [prize.titleTh, prize.count, prize.reserve === true]),
  ])

/**
 * A ticket in the published list. `ticketNo` is the ticket's id, `customer` is the customer's hash, and `number` is the
 * visible ticket number; null if the list was sealed before tickets had numbers.
 */
export type Entry = { readonly ticketNo: string; readonly customer: string; readonly number: string | null }

export const entryText = ({ ticketNo, customer, number }: Entry): string =>
  number === null ? `${ticketNo} ${customer}` : `${ticketNo} ${customer} ${number}`

/** Returns the seed that determines the winners. `secret` and `entriesHash` are hexadecimal. */
export function seedOf(secret: string, beacon: string, entriesHash: string): Buffer {
  return createHash('sha256')
    .update(Buffer.from(secret, 'hex'))
    .update(beacon, 'utf8')
    .update(Buffer.from(entriesHash, 'hex'))
    .digest()
}

export const scoreOf = (
  seed: Buffer,
  { ticketNo, number }: Pick<Entry, 'ticketNo' | 'number'>,
  formula: Formula,
): string =>
  createHmac('sha256', seed)
    .update(formula === 3 ? (number ?? '') : ticketNo)
    .digest('hex')

/**
 * Hashes a streamed list. `promise` is formula 3's first line, or null for earlier formulas. Throws if the list is not
 * sorted or contains a ticket twice.
 */
export function createListHash(promise: string | null) {
  const hash = createHash('sha256')
  if (promise !== null) hash.update(`${promise}\n`)
  let last = ''
  let count = 0
  return {
    add(entry: Entry): void {
      if (entry.ticketNo <= last) throw new Error(`the list is not in order at ticket ${entry.ticketNo}`)
      // Formula 3 ranks by ticket number.
      if (promise !== null && entry.number === null) throw new Error(`ticket ${entry.ticketNo} has no number`)
      last = entry.ticketNo
      count += 1
      hash.update(`${entryText(entry)}\n`)
    },
    end: (): { entriesHash: string; entriesCount: number } => ({
      entriesHash: hash.digest('hex'),
      entriesCount: count,
    }),
  }
}
