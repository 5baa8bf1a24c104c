import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Account, FraudKind, Generated, World } from './fraud-world.ts'
import { pick } from './random.ts'

/** Adds frauds of one kind until they have at least `count` receipts. */
export function addFrauds(world: World, kind: FraudKind, count: number): void {
  const until = world.countOf(kind) + count
  while (world.countOf(kind) < until) makers[kind](world)
}

/** Picks an earlier honest receipt to copy, such as one whose photo was posted or whose paper was left in the store. */
function victim(world: World): Generated {
  for (;;) {
    const one = pick(world.random, world.receipts)
    if (one.kind === null && one.createdAt < world.now - 2 * DAY_MS) return one
  }
}

const { floor } = Math
const later = (world: World, from: number) =>
  Math.min(world.now - MINUTE_MS, from + HOUR_MS + world.random() * 2 * DAY_MS)

const makers: Readonly<Record<FraudKind, (world: World) => void>> = {
  /**
   * Enters the number of another customer's receipt at another branch, because it is already taken at the original one.
   */
  'copied number': world => {
    const original = victim(world)
    const branches = world.stores.filter(
      one => one.chain === original.store.chain && !world.isTaken(one, original.receiptNo),
    )
    if (branches.length === 0) return
    const keepsAmount = world.random() < 0.5
    world.add(world.account(), {
      kind: 'copied number',
      store: pick(world.random, branches),
      receiptNo: original.receiptNo,
      amount: keepsAmount ? original.amount : world.amount(),
      purchasedAt: original.purchasedAt + floor((world.random() - 0.5) * 6) * HOUR_MS,
      createdAt: later(world, original.createdAt),
    })
  },
  /**
   * Sends another customer's photo with an invented number: either the same file, or a copy recompressed by a chat app.
   */
  'copied photo': world => {
    const original = victim(world)
    world.add(world.account(), {
      kind: 'copied photo',
      store: original.store,
      receiptNo: world.inventedNumber(original.store),
      amount: world.random() < 0.3 ? original.amount : world.amount(),
      purchasedAt: original.purchasedAt + floor(world.random() * 20) * HOUR_MS,
      createdAt: later(world, original.createdAt),
      photo: world.random() < 0.5 ? original.photo : world.savedAgain(original.photo),
    })
  },
  /** Sends the number of another customer's receipt plus or minus one, with a new photo. */
  'edited number': world => {
    const original = victim(world)
    const receiptNo = world.oneOff(original)
    if (receiptNo === null) return
    const keepsAmount = world.random() < 0.5
    world.add(world.account(), {
      kind: 'edited number',
      store: original.store,
      receiptNo,
      amount: keepsAmount ? original.amount : world.amount(),
      purchasedAt: original.purchasedAt + (2 + floor(world.random() * 30)) * HOUR_MS,
      createdAt: later(world, original.createdAt),
    })
  },
  /** Gives one account receipts that it bought from strangers in several provinces. */
  'bought receipts': world => {
    const account = world.account()
    let at = world.time()
    let last = pick(world.random, world.stores)
    for (let count = 4 + floor(world.random() * 3); count > 0; count -= 1) {
      world.buy(account, { kind: 'bought receipts', store: last, purchasedAt: at })
      at += (20 + floor(world.random() * 100)) * MINUTE_MS
      const from = last
      last = pick(
        world.random,
        world.stores.filter(one => one.province !== from.province),
      )
    }
  },
  /** Gives one person many accounts, which share an address, a block of phone numbers, or both. */
  'account farm': world => {
    const how = world.random()
    const address = how < 0.7 ? world.address() : null
    const block = how > 0.3 ? world.phoneBlock() : null
    const size = 8 + floor(world.random() * 7)
    for (let n = 0; n < size; n += 1) {
      const account = world.account({
        ...(address ? { address: world.writtenDifferently(address) } : {}),
        ...(block ? { phone: block + String(10 + n * 3) } : {}),
      })
      const receipts = 1 + floor(world.random() * 2)
      for (let sent = 0; sent < receipts; sent += 1) world.buy(account, { kind: 'account farm' })
    }
  },
  /** Gives one account the receipts that other customers left at a till. */
  'collected receipts': world => {
    const account: Account = world.account()
    const store = pick(world.random, world.stores)
    const at = world.time()
    for (let count = 6 + floor(world.random() * 4); count > 0; count -= 1)
      world.buy(account, {
        kind: 'collected receipts',
        store,
        purchasedAt: at + floor(world.random() * 90) * MINUTE_MS,
      })
  },
}
