import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import { placesOf } from '#server/campaign/prizes.ts'
import { InputError } from '#server/data/input-error.ts'
import { createNumberSet } from './number-set.ts'
import { createRanking } from './ranking.ts'
import { createListHash, type Entry, formulaOf, promiseText, seedOf } from './scheme.ts'
import { findingsOf } from './verify-findings.ts'
import { headSchema, type Reading, type VerifiedFile } from './verify-types.ts'

const OPENS_TICKETS = /^\s*"tickets"\s*:\s*\[\s*$/
const TICKET = /^\s*"([^" ]{1,64}) ([0-9a-f]{32})(?: ([^" ]{1,20}))?",?\s*$/

/**
 * Recomputes a draw from its published file alone, line by line. This cannot prove that the file contains the sealed
 * list: compare the list's hash with an outside one, such as one from a phone (`compareWithOutside`).
 */
export async function verifyProof(path: string, step: (tickets: number) => void): Promise<VerifiedFile> {
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

function begin(json: string): Reading {
  const head = v.safeParse(headSchema, parseJson(json))
  if (!head.success) {
    const where = head.issues.map(issue => v.getDotPath(issue) ?? 'all').join(', ')
    throw new InputError(`The file has missing or invalid fields: ${where}`)
  }
  const { secret, beacon, entriesHash, prizes, winners, reserves: further } = head.output
  const { seats, reserves } = placesOf(prizes)
  const formula = formulaOf(head.output.format)
  const ranking =
    secret === undefined || beacon === undefined
      ? null
      : createRanking(seedOf(secret, beacon, entriesHash), seats + reserves, formula)
  const places = [...winners, ...further]
  return {
    head: head.output,
    list: createListHash(formula === 3 ? promiseText(head.output) : null),
    ranking,
    missing: new Set(places.map(one => one.ticketNo)),
    numbers: new Map(places.flatMap(one => (one.number === undefined ? [] : [[one.ticketNo, one.number]]))),
    misnumbered: null,
    known: createNumberSet(),
    badNumber: null,
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
  if (reading.head.format === 'campaign-draw/3' && !reading.known.add(entry.number ?? ''))
    reading.badNumber ??= entry.number ?? entry.ticketNo
  step(1)
}
