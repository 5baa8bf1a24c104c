import type { Kysely } from 'kysely'
import { uuidv7 } from '#contract/uuidv7.ts'
import { sha256Hex } from '#server/hash.ts'
import { bandsOf, fingerprintText } from '#server/images/fingerprint/fingerprint.ts'
import type { Tables } from '#server/store/tables.ts'
import type { Account, Generated } from './fraud-world.ts'
import { randomBytes, seededRandom } from './random.ts'
import { insert } from './rows.ts'

const CHUNK = 200
const chunksOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, at) => all.slice(at * CHUNK, (at + 1) * CHUNK))
const idOf = (at: number, kind: number, n: number) =>
  uuidv7(at, randomBytes(seededRandom(kind * 1_000_003 + n)))
const customerId = (account: Account) => idOf(account.joinedAt, 1, account.n)

/** Returns the id under which a generated receipt is stored. */
export const receiptIdOf = (one: Generated): string => idOf(one.createdAt, 2, one.n)
export async function storeAccounts(db: Kysely<Tables>, accounts: readonly Account[]): Promise<void> {
  for (const chunk of chunksOf(accounts)) {
    const customers = chunk.map(one => ({
      id: customerId(one),
      line_user_id: null,
      status: 'registered' as const,
      first_name: 'สมชาย',
      last_name: `ที่ ${one.n}`,
      phone: one.phone,
      address_line: one.address?.line ?? null,
      subdistrict_id: one.address?.subdistrict ?? null,
      created_at: one.joinedAt,
      updated_at: one.joinedAt,
    }))
    await insert({ db }, 'customer', customers)
    await insert(
      { db },
      'phone_claim',
      chunk.map(one => ({ phone: one.phone, customer_id: customerId(one) })),
    )
  }
}

/** Stores generated receipts with their photos and claims, as the server would. */
export async function storeReceipts(db: Kysely<Tables>, receipts: readonly Generated[]): Promise<void> {
  for (const chunk of chunksOf(receipts)) {
    await db
      .insertInto('image')
      .values(chunk.map(imageOf))
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await insert(
      { db },
      'receipt',
      chunk.map(one => ({
        id: receiptIdOf(one),
        customer_id: customerId(one.account),
        store_id: one.store.id,
        receipt_no: one.receiptNo,
        amount_satang: one.amount,
        purchased_at: one.purchasedAt,
        status: one.status,
        resubmits: 0,
        version: 1,
        sent_day: new Date(one.createdAt).toISOString().slice(0, 10),
        created_at: one.createdAt,
        updated_at: one.createdAt,
      })),
    )
    await insert(
      { db },
      'receipt_image',
      chunk.map(one => ({
        receipt_id: receiptIdOf(one),
        customer_id: customerId(one.account),
        position: 0,
        sha256: hashOf(one),
      })),
    )
    const claims = chunk.flatMap(one =>
      one.status === 'pending'
        ? {
            store_id: one.store.id,
            receipt_no: one.receiptNo,
            receipt_id: receiptIdOf(one),
            customer_id: customerId(one.account),
          }
        : [],
    )
    await insert({ db }, 'receipt_claim', claims)
  }
}

const hashOf = ({ photo }: Generated) => sha256Hex(`photo ${photo.n}`)

function imageOf(one: Generated) {
  const { bits } = one.photo
  const [band_1, band_2, band_3, band_4, band_5] = bandsOf(bits)
  return {
    sha256: hashOf(one),
    customer_id: customerId(one.account),
    bytes: 200_000,
    width: 1200,
    height: 1600,
    content_type: 'image/jpeg',
    created_at: one.createdAt,
    fingerprint: fingerprintText(bits),
    band_1,
    band_2,
    band_3,
    band_4,
    band_5,
    fingerprinted_at: one.createdAt,
  }
}
