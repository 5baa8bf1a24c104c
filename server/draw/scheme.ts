import { createHash, createHmac } from 'node:crypto'
import { sha256Hex } from '#server/hash.ts'

/**
 * Explanation of the fair draw's formulas, included in every published draw file. `numbered` is true for a list
 * that also contains the ticket numbers, which lists sealed by earlier releases lack. No one can steer the draw:
 * the organiser seals the list before the beacon is known, and the source of the beacon does not know the
 * secret.
 */
export const schemeText = (numbered: boolean): readonly string[] => [
  'commitment  = SHA-256(secret), published before the campaign closed; secret: 32 bytes, here in hexadecimal',
  numbered
    ? 'ticket      = "<ticket id> <customer hash> <ticket number>", sorted by ticket id, each id once'
    : 'ticket      = "<ticket id> <customer hash>", sorted by ticket id, each id once',
  ...(numbered
    ? ['number      = what the customer sees in the app, such as FF-004512-5; not used in the score']
    : []),
  'customer    = the first 32 hexadecimal digits of SHA-256("<draw id>/<customer id>")',
  'entriesHash = SHA-256 over every ticket followed by a line feed (0x0A), published before the beacon was known',
  'seed        = SHA-256(secret bytes || beacon as UTF-8 || entriesHash bytes)',
  'score       = HMAC-SHA256(key: seed bytes, message: the ticket id)',
  'ranking     = tickets by ascending score; of each customer only the first counts; the first are winners in the',
  '              order of the prizes, those after them are reserves',
]

/** Formats of the published file: the list of the first has no ticket numbers. */
export const FORMATS = ['campaign-draw/1', 'campaign-draw/2'] as const

/** Length of a draw's secret in bytes. */
export const SECRET_BYTES = 32

/** Returns the commitment: the hash of the secret, published before the draw. `secret` is in hexadecimal. */
export const commitmentOf = (secret: string): string => sha256Hex(Buffer.from(secret, 'hex'))

/** Returns a hash that distinguishes customers in the published list without naming them. */
export const customerHash = (drawId: string, customerId: string): string =>
  sha256Hex(`${drawId}/${customerId}`).slice(0, 32)

/**
 * A ticket in the published list. `ticketNo` is the ticket's id, `customer` the hash that stands for the customer, and
 * `number` the ticket number that the customer sees; null if the list was sealed before there were numbers.
 */
export type Entry = { readonly ticketNo: string; readonly customer: string; readonly number: string | null }

export const entryText = ({ ticketNo, customer, number }: Entry): string =>
  number === null ? `${ticketNo} ${customer}` : `${ticketNo} ${customer} ${number}`

/** Returns the seed that determines the winners. `secret` and `entriesHash` are in hexadecimal. */
export function seedOf(secret: string, beacon: string, entriesHash: string): Buffer {
  return createHash('sha256')
    .update(Buffer.from(secret, 'hex'))
    .update(beacon, 'utf8')
    .update(Buffer.from(entriesHash, 'hex'))
    .digest()
}

/** Returns a ticket's score. The lowest score ranks first. */
export const scoreOf = (seed: Buffer, ticketNo: string): string =>
  createHmac('sha256', seed).update(ticketNo).digest('hex')

/** Hashes a streamed list. Throws if it is not sorted or contains a ticket twice. */
export function createListHash() {
  const hash = createHash('sha256')
  let last = ''
  let count = 0
  return {
    add(entry: Entry): void {
      if (entry.ticketNo <= last) throw new Error(`the list is not in order at ticket ${entry.ticketNo}`)
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
