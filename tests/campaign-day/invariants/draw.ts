import { createHash, createHmac } from 'node:crypto'
import { firstRow, type Invariant } from '../facts.ts'
import { prizes } from '../prizes.ts'

/** The draw's list has no entry of a customer who had left or was blocked when the list was sealed. */
export const theListExcludesThoseWhoMayNotWin: Invariant = ({ store }) =>
  store
    .rows<{ ticket_id: string; why: string }>(
      `select entry.ticket_id, case when block.blocked_at is null then 'had left' else 'was blocked' end as why
       from draw_entry entry
       join draw on draw.id = entry.draw_id
       join customer on customer.id = entry.customer_id
       left join block on block.customer_id = entry.customer_id and block.blocked_at < draw.sealed_at
       where draw.sealed_at is not null and (customer.cancelled_at < draw.sealed_at or block.blocked_at is not null)`,
    )
    .map(({ ticket_id, why }) => `the list has the entry ${ticket_id} of a customer who ${why}`)

/** The draw's list has each valid entry of everyone who may win, and no other entry. */
export const theListIsComplete: Invariant = facts => {
  const draw = firstRow<{ id: string; sealed_at: number; entries_count: number }>(
    facts,
    'select id, sealed_at, entries_count from draw where sealed_at is not null',
  )
  if (!draw) return []
  const unblocked = facts.customers
    .filter(({ wasBlocked }) => !wasBlocked)
    .map(({ customerId }) => customerId)
  const missing = facts.store
    .rows<{ id: string; customer_id: string }>(
      `select id, customer_id from ticket where state = 'valid' and created_at < ?
       and id not in (select ticket_id from draw_entry where draw_id = ?)`,
      draw.sealed_at,
      draw.id,
    )
    .filter(({ customer_id }) => unblocked.includes(customer_id))
  const listed = facts.store.rows<{ state: string | null }>(
    'select ticket.state from draw_entry left join ticket on ticket.id = ticket_id where draw_id = ?',
    draw.id,
  )
  return [
    ...missing.map(({ id }) => `the list lacks the entry ${id}`),
    ...(listed.length === draw.entries_count
      ? []
      : [`the list has ${listed.length} entries, but ${draw.entries_count} were published`]),
    ...listed
      .filter(({ state }) => state !== 'valid')
      .map(({ state }) => `the list has an entry that is ${state}`),
  ]
}

/**
 * Each seat has one winner, and nobody wins twice. A customer who left between the sealing and the draw can still be
 * drawn, but holds no seat.
 */
export const oneWinnerForEachSeat: Invariant = ({ store }) => {
  const seats = prizes.reduce((sum, { count }) => sum + count, 0)
  const [{ holders } = { holders: 0 }] = store.rows<{ holders: number }>(
    `select count(*) as holders from reward join customer on customer.id = customer_id
     where draw_state in ('won', 'confirmed') and customer.status <> 'cancelled'`,
  )
  const twice = store.rows('select customer_id from draw_winner group by customer_id having count(*) > 1')
  const shared = store.rows<{ seat: number; n: number }>(
    `select seat, count(*) as n from draw_winner join reward using (customer_id)
     join customer on customer.id = customer_id
     where seat is not null and draw_state in ('won', 'confirmed') and customer.status <> 'cancelled'
     group by seat having count(*) > 1`,
  )
  return [
    ...(holders > seats ? [`${holders} customers hold ${seats} prizes`] : []),
    ...(twice.length > 0 ? ['a customer was drawn twice'] : []),
    ...shared.map(({ seat, n }) => `${n} customers hold seat ${seat}`),
  ]
}

/** The data that were published before the draw do not change afterwards. */
export const thePublishedPromiseStays: Invariant = ({ store, draw }) => {
  const [stored] = store.rows<{ commitment: string | null; entries_hash: string | null }>(
    'select commitment, entries_hash from draw',
  )
  return [
    ...(draw.commitment !== null && stored?.commitment !== draw.commitment
      ? ['the commitment of the draw was changed after its publication']
      : []),
    ...(draw.entriesHash !== null && stored?.entries_hash !== draw.entriesHash
      ? ['the hash of the list was changed after its publication']
      : []),
  ]
}

type Proof = {
  readonly drawId: string
  readonly sealedFor: string
  readonly commitment: string | null
  readonly beaconSource: string | null
  readonly beaconAt: string | null
  readonly beacon?: string
  readonly secret?: string
  readonly entriesHash: string
  readonly prizes: readonly { titleTh: string; count: number; reserve?: boolean }[]
  readonly winners: readonly { rank: number; ticketNo: string }[]
  readonly reserves: readonly { rank: number; ticketNo: string }[]
  readonly tickets: readonly string[]
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

/** The winners follow from the published proof. This computes them independently of the server's code. */
export const theWinnersFollowFromTheProof: Invariant = facts => {
  if (facts.draw.proof === null) return []
  const proof = JSON.parse(facts.draw.proof) as Proof
  const { secret = '', beacon = '', tickets } = proof
  const promise = JSON.stringify([
    'campaign-draw/3',
    proof.drawId,
    proof.sealedFor,
    proof.commitment,
    proof.beaconSource,
    proof.beaconAt,
    proof.prizes.map(({ titleTh, count, reserve }) => [titleTh, count, reserve === true]),
  ])
  const list = sha256([promise, ...tickets].map(line => `${line}\n`).join(''))
  if (list !== proof.entriesHash) return ['the published list does not have the published hash']
  if (facts.draw.entriesHash !== null && list !== facts.draw.entriesHash)
    return ['the published list is not the one whose hash was published before the draw']
  const drawn = [...proof.winners, ...proof.reserves].map(({ ticketNo }) => ticketNo)
  const stored = facts.store.rows<{ ticket_id: string }>('select ticket_id from draw_winner order by rank')
  if (stored.map(({ ticket_id }) => ticket_id).join() !== drawn.join())
    return ['other winners are stored than published']
  if (proof.sealedFor === 'physical') return []
  if (sha256(Buffer.from(secret, 'hex')) !== facts.draw.commitment)
    return ['the published secret is not the one that was promised']
  const seed = createHash('sha256')
    .update(Buffer.from(secret, 'hex'))
    .update(beacon)
    .update(Buffer.from(list, 'hex'))
    .digest()
  const scored = tickets.map(line => {
    const [ticketNo = '', customer = '', number = ''] = line.split(' ')
    return { ticketNo, customer, score: createHmac('sha256', seed).update(number).digest('hex') }
  })
  scored.sort((a, b) => (a.score < b.score ? -1 : 1))
  const best = scored.filter(
    ({ customer }, index) => scored.findIndex(one => one.customer === customer) === index,
  )
  const places = proof.prizes.reduce((sum, { count }) => sum + count, 0)
  const expected = best.slice(0, places).map(({ ticketNo }) => ticketNo)
  return expected.join() === drawn.join() ? [] : ['the winners do not follow from the published proof']
}

/** Nobody sees a result before the announcement. */
export const theResultIsSecretUntilTheAnnouncement: Invariant = facts => {
  const announced = firstRow<{ announced_at: number | null }>(facts, 'select announced_at from campaign')
  return facts.customers.flatMap(({ number, seen }) =>
    seen !== null &&
    !['none', 'entered'].includes(seen.drawState) &&
    (announced?.announced_at ?? Number.POSITIVE_INFINITY) > seen.at
      ? [`customer ${number} sees "${seen.drawState}" before the announcement`]
      : [],
  )
}

type Dates = {
  readonly state: string
  readonly method: string | null
  readonly committed_at: number | null
  readonly sealed_at: number | null
  readonly beacon_at: number | null
  readonly run_at: number | null
  readonly closes_at: number
  readonly announced_at: number | null
}

/** The commitment comes before the close, the list before the beacon, the draw after it, and the announcement last. */
export const theDrawKeepsItsOrder: Invariant = facts => {
  const draw = firstRow<Dates>(facts, 'select draw.*, closes_at, announced_at from draw, campaign')
  if (!draw) return []
  const { committed_at, closes_at, sealed_at, beacon_at, run_at, announced_at } = draw
  const order = [
    ['the promise of the draw', committed_at, 'the close', closes_at],
    ['the close', closes_at, 'the list', sealed_at],
    ['the list', sealed_at, 'the beacon', beacon_at],
    ['the beacon', beacon_at, 'the draw', run_at],
    ['the draw', run_at, 'the announcement', announced_at],
  ] as const
  return order.flatMap(([before, from, after, until]) =>
    from !== null && until !== null && from > until ? [`${after} came before ${before}`] : [],
  )
}

/** Reserves move up in the order in which they were drawn. */
export const reservesMoveUpInOrder: Invariant = ({ store }) =>
  store
    .rows<{ rank: number; passed: number }>(
      `select waiting.rank as passed, promoted.rank from draw_winner waiting
       join reward using (customer_id) join customer on customer.id = waiting.customer_id
       join draw_winner promoted on promoted.draw_id = waiting.draw_id and promoted.rank > waiting.rank
       where waiting.seat is null and reward.draw_state = 'reserve' and customer.status = 'registered'
         and promoted.promoted_at is not null`,
    )
    .map(({ rank, passed }) => `the reserve of rank ${rank} has passed the one of rank ${passed}`)
