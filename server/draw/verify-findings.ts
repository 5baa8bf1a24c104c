import { placesOf } from '#server/campaign/prizes.ts'
import { commitmentOf } from './scheme.ts'
import { isStandIn } from './stand-in.ts'
import type { Finding, Head, Reading } from './verify-types.ts'

export function findingsOf(reading: Reading): Finding[] {
  const { head, list, ranking, missing, numbers, misnumbered, badNumber, disorder } = reading
  const { entriesHash, entriesCount } = list.end()
  const findings: Finding[] = [
    { what: 'list in order', ok: disorder === null, found: disorder ?? 'sorted, each ticket once' },
    { what: 'tickets', ok: entriesCount === head.entriesCount, found: String(entriesCount) },
    { what: 'entriesHash', ok: entriesHash === head.entriesHash, found: entriesHash },
    ...(numbers.size === 0 ? [] : [numbersAsListed(numbers.size, misnumbered)]),
    ...(head.format === 'campaign-draw/3' ? [eachNumberOnce(badNumber), asSealed(head)] : []),
  ]
  if (!ranking || head.secret === undefined) return [...findings, ...drawnByHand(head, missing)]
  const commitment = commitmentOf(head.secret)
  const places = [...head.winners, ...head.reserves]
  const drawn = ranking.end()
  const differs = drawn.findIndex((one, index) => places[index]?.ticketNo !== one.ticketNo)
  const { seats } = placesOf(head.prizes)
  const same =
    differs < 0 &&
    places.length === drawn.length &&
    head.winners.length === Math.min(seats, drawn.length) &&
    places.every((one, index) => one.rank === index + 1)
  return [
    ...findings,
    { what: 'commitment', ok: commitment === head.commitment, found: commitment },
    ...(isStandIn(head.beacon ?? '') ? [MADE_UP] : []),
    {
      what: 'winners',
      ok: same,
      found: same
        ? `${head.winners.length} winners and ${head.reserves.length} reserves, as recomputed`
        : `recomputing gives another ticket at rank ${differs < 0 ? drawn.length + 1 : differs + 1}`,
    },
  ]
}

/** A rehearsal's winners were not drawn with a public beacon. */
const MADE_UP: Finding = { what: 'beacon', ok: false, found: 'made up by a rehearsal, not a real draw' }

const numbersAsListed = (count: number, misnumbered: string | null): Finding => ({
  what: 'ticket numbers',
  ok: misnumbered === null,
  found: misnumbered === null ? `${count}, as in the list` : `${misnumbered} has another number in the list`,
})

/** Formula 3 ranks by ticket number, so a duplicate number would give one ticket two chances. */
const eachNumberOnce = (bad: string | null): Finding => ({
  what: 'numbers in the list',
  ok: bad === null,
  found: bad === null ? 'each once' : `${bad} is in the list twice, or is not a ticket number`,
})

/** The list must have been sealed for the kind of draw that took place. */
const asSealed = ({ method, sealedFor }: Head): Finding => ({
  what: 'kind of draw',
  ok: sealedFor !== null && (method === null || method === sealedFor),
  found: sealedFor === 'physical' ? 'sealed for a draw by hand' : 'sealed for a computed draw',
})

function drawnByHand({ method, winners, reserves }: Head, missing: ReadonlySet<string>): Finding[] {
  if (method !== 'physical') return []
  const drawn = `${winners.length} winners and ${reserves.length} reserves, drawn by hand from this list`
  const [unknown] = missing
  return [
    {
      what: 'winners',
      ok: unknown === undefined,
      found: unknown ? `${unknown} is not in the list` : drawn,
    },
  ]
}
