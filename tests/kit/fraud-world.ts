import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { pick, seededRandom } from './random.ts'

export const fraudKinds = [
  'copied number',
  'copied photo',
  'edited number',
  'bought receipts',
  'account farm',
  'collected receipts',
] as const
export type FraudKind = (typeof fraudKinds)[number]

export type Store = { readonly id: number; readonly chain: string; readonly province: number }
export type Address = { readonly line: string; readonly subdistrict: number }
export type Account = {
  readonly n: number
  readonly address: Address | null
  readonly phone: string
  readonly home: Store
  readonly joinedAt: number
}
/** A photo. `n` identifies its bytes; `bits` are the 1,024 bits of its fingerprint. */
export type Photo = { readonly n: number; readonly bits: Uint8Array }
/**
 * A receipt to store. `kind` is null if the receipt is honest. `status` is `void` if the customer has withdrawn the
 * receipt.
 */
export type Generated = {
  readonly n: number
  readonly account: Account
  readonly kind: FraudKind | null
  readonly store: Store
  readonly receiptNo: string
  readonly amount: number
  readonly purchasedAt: number
  readonly createdAt: number
  readonly photo: Photo
  readonly status: 'pending' | 'void'
}
type Given = Omit<Generated, 'n' | 'account' | 'photo' | 'status'> &
  Partial<Pick<Generated, 'photo' | 'status'>>
export type World = ReturnType<typeof fraudWorld>

const { floor } = Math
const DAYS = 14
/** Amounts, in satang, that many receipts share, such as the price of a promotion. */
const POPULAR = [9_900, 15_000, 19_900, 25_000, 29_900]
/** Share of the fingerprint's bits in which a photo differs from the receipt layout of its chain. */
const DIFFERENT = 0.3
const SAVED_AGAIN = 0.03
/** Chains whose tills count from 1 every day, so that the same number occurs in many stores. */
const SHORT_NUMBERS = ['ฟ้าใสเฟรช']

/** Creates a world that generates customers and receipts from a seed. No time is later than `now`. */
export function fraudWorld(
  seed: number,
  now: number,
  stores: readonly Store[],
  subdistricts: readonly number[],
) {
  const random = seededRandom(seed)
  const between = (from: number, to: number) => from + floor(random() * (to - from + 1))
  const accounts: Account[] = []
  const receipts: Generated[] = []
  const taken = new Set<string>()
  const layouts = new Map<string, Uint8Array>()
  const phones = new Set<string>()
  let photos = 0

  const bits = () => Uint8Array.from({ length: 1024 }, (_, at) => (at > 0 && random() < 0.5 ? 1 : 0))
  const flipped = (from: Uint8Array, share: number) =>
    from.map((bit, at) => (at > 0 && random() < share ? 1 - bit : bit))
  function photoOf(chain: string): Photo {
    const layout = layouts.get(chain) ?? bits()
    layouts.set(chain, layout)
    photos += 1
    return { n: photos, bits: flipped(layout, DIFFERENT) }
  }

  /** Returns a time in the last two weeks when shops are open, most often in the afternoon. */
  function time(): number {
    const day = now - between(2, DAYS) * DAY_MS
    const hour = Math.min(21, 9 + floor((random() + random()) * 6.5))
    return day - 12 * HOUR_MS + hour * HOUR_MS + between(0, 59) * MINUTE_MS
  }
  const amount = () => (random() < 0.2 ? pick(random, POPULAR) : 10_000 + floor(random() ** 3 * 300_000))

  /** Returns a store's running receipt number at a time. About one in twenty sales is to a customer of the campaign. */
  function numberAt(store: Store, at: number): string {
    const minutes = floor((at - now + 30 * DAY_MS) / MINUTE_MS)
    if (SHORT_NUMBERS.includes(store.chain)) return String(between(1, 9000)).padStart(5, '0')
    return `R${String(store.id).padStart(2, '0')}${String(minutes * 2 + between(0, 1)).padStart(7, '0')}`
  }
  function freeNumber(store: Store, make: () => string): string {
    for (;;) {
      const receiptNo = make()
      if (!taken.has(`${store.id} ${receiptNo}`)) return receiptNo
    }
  }

  function freshPhone(): string {
    for (;;) {
      const phone = `+66${pick(random, ['6', '8', '9'])}${String(floor(random() * 1e8)).padStart(8, '0')}`
      if (!phones.has(phone)) return phone
    }
  }
  const address = (): Address => ({
    line: `${between(1, 400)}/${between(1, 60)} หมู่ ${between(1, 12)} ถนน${pick(random, ['สุขุมวิท', 'พหลโยธิน', 'เพชรเกษม', 'ราชดำเนิน'])}`,
    subdistrict: pick(random, subdistricts),
  })

  function account(given: Partial<Account> = {}): Account {
    const made = {
      n: accounts.length + 1,
      // The address is optional in the profile.
      address: random() < 0.8 ? address() : null,
      phone: freshPhone(),
      home: pick(random, stores),
      joinedAt: now - (DAYS + 1) * DAY_MS + floor(random() * DAY_MS),
      ...given,
    }
    phones.add(made.phone)
    accounts.push(made)
    return made
  }

  function add(who: Account, given: Given): Generated {
    const one: Generated = {
      photo: photoOf(given.store.chain),
      status: 'pending',
      ...given,
      n: receipts.length + 1,
      account: who,
    }
    if (one.status === 'pending') taken.add(`${one.store.id} ${one.receiptNo}`)
    receipts.push(one)
    return one
  }

  /** Adds a purchase with a real paper receipt, which the customer sends some time later. */
  function buy(who: Account, given: Partial<Given> = {}): Generated {
    const store = given.store ?? who.home
    const purchasedAt = given.purchasedAt ?? time()
    return add(who, {
      kind: null,
      store,
      receiptNo: freeNumber(store, () => numberAt(store, purchasedAt + between(-5, 5) * MINUTE_MS)),
      amount: amount(),
      purchasedAt,
      createdAt: Math.min(now - MINUTE_MS, purchasedAt + 5 * MINUTE_MS + floor(random() ** 3 * 2 * DAY_MS)),
      ...given,
    })
  }

  return {
    random,
    now,
    stores,
    accounts,
    receipts,
    between,
    time,
    amount,
    address,
    account,
    add,
    buy,
    freeNumber,
    countOf: (kind: FraudKind) => receipts.filter(one => one.kind === kind).length,
    isTaken: (store: Store, receiptNo: string) => taken.has(`${store.id} ${receiptNo}`),
    inventedNumber: (store: Store) => freeNumber(store, () => numberAt(store, time())),
    savedAgain(photo: Photo): Photo {
      photos += 1
      return { n: photos, bits: flipped(photo.bits, SAVED_AGAIN) }
    },
    /** Returns a receipt's number plus or minus one, or null if both numbers are taken. */
    oneOff({ store, receiptNo }: Generated): string | null {
      const [, start = '', digits = ''] = /^(\D*)(\d+)$/.exec(receiptNo) ?? []
      const choices = [Number(digits) + 1, Number(digits) - 1]
        .filter(number => number >= 0)
        .map(number => start + String(number).padStart(digits.length, '0'))
      return choices.find(one => !taken.has(`${store.id} ${one}`)) ?? null
    },
    /** Returns the digits that a hundred consecutive phone numbers begin with. */
    phoneBlock: () => freshPhone().slice(0, -2),
    /** Returns an address as another person might write it. */
    writtenDifferently({ line, subdistrict }: Address): Address {
      const way = random()
      if (way < 0.4) return { line, subdistrict }
      if (way < 0.7) return { line: line.replace('หมู่ ', 'ม.').replace('ถนน', 'ถ.'), subdistrict }
      return { line: `บ้านเลขที่ ${line.replace('หมู่ ', 'หมู่ที่ ')}`, subdistrict }
    },
  }
}
