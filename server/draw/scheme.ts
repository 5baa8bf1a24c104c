import { createHash, createHmac } from 'node:crypto'
import { sha256Hex } from '#server/hash.ts'

/**
 * Explanation of the fair draw's formulas, included in every published draw file. No one can steer the draw:
 * the organiser seals the list before the beacon is known, and the source of the beacon does not know the
 * secret.
 */
export const schemeText: readonly string[] = [
  'commitment  = SHA-256(secret), published before the campaign closed; secret: 32 bytes, here in hexadecimal',
  'ticket      = "<ticket number> <customer hash>", sorted by ticket number, each number once',
  'customer    = the first 32 hexadecimal digits of SHA-256("<draw id>/<customer id>")',
  'entriesHash = SHA-256 over every ticket followed by a line feed (0x0A), published before the beacon was known',
  'seed        = SHA-256(secret bytes || beacon as UTF-8 || entriesHash bytes)',
  'score       = HMAC-SHA256(key: seed bytes, message: the ticket number)',
  'ranking     = tickets by ascending score; of each customer only the first counts; the first are winners in the',
  '              order of the prizes, those after them are reserves',
]

export const FORMAT = 'campaign-draw/1'

/** Length of a draw's secret in bytes. */
export const SECRET_BYTES = 32

/** Returns the commitment: the hash of the secret, published before the draw. `secret` is in hexadecimal. */
export const commitmentOf = (secret: string): string => sha256Hex(Buffer.from(secret, 'hex'))

/** Returns a hash that distinguishes customers in the published list without naming them. */
export const customerHash = (drawId: string, customerId: string): string =>
  sha256Hex(`${drawId}/${customerId}`).slice(0, 32)

/** A ticket in the published list. `customer` is the hash that stands for the customer. */
export type Entry = { readonly ticketNo: string; readonly customer: string }

export const entryText = ({ ticketNo, customer }: Entry): string => `${ticketNo} ${customer}`

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
