import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Account, World } from './fraud-world.ts'
import { pick } from './random.ts'

const { floor } = Math

/** Adds honest receipts until there are `count`. Many of them look fraudulent at first sight. */
export function addHonest(world: World, count: number): void {
  const honest = () => world.receipts.filter(one => one.kind === null && one.status === 'pending').length
  sharedAddresses(world)
  while (honest() < count) {
    const before = world.receipts.length
    while (world.receipts.length < before + Math.min(500, count - honest())) oneCustomer(world)
  }
}

/** Adds families, two dormitories whose addresses lack room numbers, and colleagues whose phones share a contract. */
function sharedAddresses(world: World): void {
  for (let family = 0; family < 250; family += 1) {
    const address = world.address()
    for (let size = world.between(2, 5); size > 0; size -= 1) shopper(world, world.account({ address }))
  }
  for (let dormitory = 0; dormitory < 2; dormitory += 1) {
    const address = world.address()
    for (let size = 9; size > 0; size -= 1) shopper(world, world.account({ address }))
  }
  for (let company = 0; company < 15; company += 1) {
    const block = world.phoneBlock()
    for (let n = 0; n < 3; n += 1) shopper(world, world.account({ phone: `${block}${20 + n}` }))
  }
}

function oneCustomer(world: World): void {
  const kind = world.random()
  const account = world.account()
  if (kind < 0.03) traveller(world, account)
  else if (kind < 0.06) friends(world, account)
  else if (kind < 0.08) splitBill(world, account)
  else if (kind < 0.1) sentAgain(world, account)
  else if (kind < 0.13) samePromotion(world, account)
  else if (kind < 0.15) bigDay(world, account)
  else shopper(world, account)
}

/** Shops near home, sometimes at another store in the same province. */
function shopper(world: World, account: Account): void {
  const nearby = world.stores.filter(one => one.province === account.home.province)
  for (let count = 1 + floor(world.random() ** 2 * 5); count > 0; count -= 1)
    world.buy(account, { store: world.random() < 0.7 ? account.home : pick(world.random, nearby) })
}

/** Shops near home, then twice in another province 5 to 40 hours later, as after a drive or a flight. */
function traveller(world: World, account: Account): void {
  const first = world.buy(account)
  const away = pick(
    world.random,
    world.stores.filter(one => one.province !== account.home.province),
  )
  world.buy(account, { store: away, purchasedAt: first.purchasedAt + world.between(5, 30) * HOUR_MS })
  world.buy(account, { store: away, purchasedAt: first.purchasedAt + world.between(31, 40) * HOUR_MS })
}

/** Two friends pay one after the other at the same till, so their receipt numbers are consecutive. */
function friends(world: World, account: Account): void {
  const first = world.buy(account)
  const receiptNo = world.oneOff(first)
  if (receiptNo === null) return
  const friend = world.account({ home: account.home })
  const purchasedAt = first.purchasedAt + world.between(0, 3) * MINUTE_MS
  const createdAt = Math.min(world.now - MINUTE_MS, purchasedAt + world.between(3, 300) * MINUTE_MS)
  world.add(friend, {
    kind: null,
    store: first.store,
    receiptNo,
    amount: world.amount(),
    purchasedAt,
    createdAt,
  })
}

/** One customer pays two or three times within minutes, for example for the household and for work. */
function splitBill(world: World, account: Account): void {
  const first = world.buy(account)
  for (let count = world.between(1, 2); count > 0; count -= 1)
    world.buy(account, { purchasedAt: first.purchasedAt + world.between(1, 20) * MINUTE_MS })
}

/** Withdraws a receipt because of a wrong amount, and sends the same photo and number again. */
function sentAgain(world: World, account: Account): void {
  const first = world.buy(account, { status: 'void' })
  world.add(account, {
    ...first,
    status: 'pending',
    amount: world.amount(),
    createdAt: Math.min(world.now - MINUTE_MS, first.createdAt + 10 * MINUTE_MS),
  })
}

/** Several customers buy the same promotion at one store on one day, some in the same minute. */
function samePromotion(world: World, account: Account): void {
  const purchasedAt = world.time()
  for (let count = world.between(3, 6); count > 0; count -= 1)
    world.buy(count === 1 ? account : world.account({ home: account.home }), {
      amount: 19_900,
      purchasedAt: purchasedAt + (world.random() < 0.3 ? 0 : world.between(1, 400)) * MINUTE_MS,
    })
}

/** Shops several times in the same province on one day, as before a holiday. */
function bigDay(world: World, account: Account): void {
  const nearby = world.stores.filter(one => one.province === account.home.province)
  const morning = world.time() - (world.time() % DAY_MS) + 3 * HOUR_MS
  for (let count = world.between(4, 6); count > 0; count -= 1)
    world.buy(account, {
      store: pick(world.random, nearby),
      purchasedAt: Math.min(world.now - DAY_MS, morning + world.between(0, 540) * MINUTE_MS),
    })
}
