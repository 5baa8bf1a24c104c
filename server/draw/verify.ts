import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import { drawPrizes } from '#contract/schema/master.ts'
import { placesOf } from '#server/campaign/prizes.ts'
import { InputError } from '#server/data/input-error.ts'
import { createRanking } from './ranking.ts'
import { commitmentOf, createListHash, type Entry, FORMATS, seedOf } from './scheme.ts'
import { isStandIn } from './stand-in.ts'

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const place = v.object({ rank: v.number(), ticketNo: v.string(), number: v.optional(v.string()) })
const headSchema = v.object({
  format: v.picklist(FORMATS),
  drawId: v.string(),
  method: v.nullable(v.string()),
  prizes: drawPrizes,
  commitment: v.nullable(hash),
  entriesCount: v.number(),
  entriesHash: hash,
  beacon: v.optional(v.string()),
  secret: v.optional(hash),
  winners: v.array(place),
  reserves: v.array(place),
  // Files of earlier releases have no head.
  auditHead: v.optional(v.object({ seq: v.number(), hash })),
})
type Head = v.InferOutput<typeof headSchema>

/** Result of one check. `found` is the recomputed value or a description. */
export type Finding = { readonly what: string; readonly ok: boolean; readonly found: string }

const OPENS_TICKETS = /^\s*"tickets"\s*:\s*\[\s*$/
const TICKET = /^\s*"([^" ]{1,64}) ([0-9a-f]{32})(?: ([^" ]{1,20}))?",?\s*$/

/**
 * Recomputes a draw from its published file alone, reading it line by line. This cannot prove that the file
 * is the one to which the organiser committed: for that, compare the commitment and the hash with the values
 * published before the draw. Throws InputError for a file that is not a draw’s.
 */
export async function verifyProof(
  path: string,
  step: (tickets: number) => void,
): Promise<{ head: Head; findings: Finding[] }> {
  const lines = createInterface({
    input: createReadStream(path, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  const text: string[] = []
  let reading: Reading | null = null
  try {
    for await (const line of lines) {
      if (reading) readTicket(reading, line, step)
      else if (OPENS_TICKETS.test(line)) reading = begin(`${text.join('\n').replace(/,\s*$/, '')}}`)
      else text.push(line)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new InputError(`${path}: cannot read the file`)
    throw error
  }
  if (!reading) throw new InputError(`${path}: is not a draw file, or its layout was changed`)
  if (!reading.closed) throw new InputError(`${path}: the list of tickets is incomplete`)
  return { head: reading.head, findings: findingsOf(reading) }
}

type Reading = {
  readonly head: Head
  readonly list: ReturnType<typeof createListHash>
  readonly ranking: ReturnType<typeof createRanking> | null
  /** Tickets of winners and reserves that have not appeared in the list yet. */
  readonly missing: Set<string>
  /** The ticket numbers that the file states for winners and reserves, by ticket id. */
  readonly numbers: ReadonlyMap<string, string>
  /** The first ticket whose number in the list differs from the stated one. */
  misnumbered: string | null
  closed: boolean
  disorder: string | null
}

function begin(json: string): Reading {
  const head = v.safeParse(headSchema, parseJson(json))
  if (!head.success) {
    const where = head.issues.map(issue => v.getDotPath(issue) ?? 'all').join(', ')
    throw new InputError(`The file has missing or invalid fields: ${where}`)
  }
  const { secret, beacon, entriesHash, prizes, winners, reserves: further } = head.output
  const { seats, reserves } = placesOf(prizes)
  const ranking =
    secret === undefined || beacon === undefined
      ? null
      : createRanking(seedOf(secret, beacon, entriesHash), seats + reserves)
  const places = [...winners, ...further]
  return {
    head: head.output,
    list: createListHash(),
    ranking,
    missing: new Set(places.map(one => one.ticketNo)),
    numbers: new Map(places.flatMap(one => (one.number === undefined ? [] : [[one.ticketNo, one.number]]))),
    misnumbered: null,
    closed: false,
    disorder: null,
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new InputError('The file is not valid JSON.')
  }
}

function readTicket(reading: Reading, line: string, step: (tickets: number) => void): void {
  const match = TICKET.exec(line)
  if (!match?.[1] || !match[2]) {
    if (/^\s*\]\s*\}\s*$/.test(line)) reading.closed = true
    else if (line.trim() !== '') throw new InputError(`This line is not a ticket: ${line.slice(0, 80)}`)
    return
  }
  const entry: Entry = { ticketNo: match[1], customer: match[2], number: match[3] ?? null }
  try {
    reading.list.add(entry)
  } catch (error) {
    reading.disorder ??= (error as Error).message
  }
  reading.ranking?.add(entry)
  reading.missing.delete(entry.ticketNo)
  const stated = reading.numbers.get(entry.ticketNo)
  if (stated !== undefined && stated !== entry.number) reading.misnumbered ??= entry.ticketNo
  step(1)
}

function findingsOf({ head, list, ranking, missing, numbers, misnumbered, disorder }: Reading): Finding[] {
  const { entriesHash, entriesCount } = list.end()
  const findings: Finding[] = [
    { what: 'list in order', ok: disorder === null, found: disorder ?? 'sorted, each ticket once' },
    { what: 'tickets', ok: entriesCount === head.entriesCount, found: String(entriesCount) },
    { what: 'entriesHash', ok: entriesHash === head.entriesHash, found: entriesHash },
    ...(numbers.size === 0 ? [] : [numbersAsListed(numbers.size, misnumbered)]),
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

/** The finding for a rehearsal's file, whose winners were never drawn with a public value. */
const MADE_UP: Finding = { what: 'beacon', ok: false, found: 'made up by a rehearsal, not a real draw' }

/** A winner's ticket number must be the one that the list gives to the winner's ticket. */
const numbersAsListed = (count: number, misnumbered: string | null): Finding => ({
  what: 'ticket numbers',
  ok: misnumbered === null,
  found: misnumbered === null ? `${count}, as in the list` : `${misnumbered} has another number in the list`,
})

/**
 * Checks the result of a draw by hand. The result cannot be recomputed, but every drawn ticket must be in the
 * list.
 */
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
