// Recomputes a draw from its published file with the formulas in that file. It shares no code with the server.
// Usage: node verify-draw.mjs FILE.json [HASH]
// HASH is the list's hash from an independent source, such as a phone or a post that was published when the list was
// sealed: all of its digits, or at least the first 16. The program prints one line, and exits with 0 if everything
// agrees and with 1 otherwise. Without HASH, it can only tell whether the file agrees with itself.
import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'

const proof = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const outside = process.argv[3]?.replace(/[\s-]/g, '').toLowerCase()
const sha256 = data => createHash('sha256').update(data)
const problems = []

const sorted = [...proof.tickets].sort()
if (sorted.some((ticket, index) => ticket !== proof.tickets[index])) problems.push('order')
if (new Set(sorted.map(ticket => ticket.split(' ')[0])).size !== proof.entriesCount) problems.push('count')

/** True if the scores are computed from the ticket numbers and the hash covers the promise. */
const drawsNumbers = proof.format === 'campaign-draw/3'
const promise = [
  proof.format,
  proof.drawId,
  proof.sealedFor,
  proof.commitment,
  proof.beaconSource,
  proof.beaconAt,
  (proof.prizes ?? []).map(prize => [prize.titleTh, prize.count, prize.reserve === true]),
]
const hashed = [...(drawsNumbers ? [JSON.stringify(promise)] : []), ...sorted]
const entriesHash = sha256(hashed.map(line => `${line}\n`).join('')).digest('hex')
if (entriesHash !== proof.entriesHash) problems.push('entriesHash')
if (outside !== undefined && (outside.length < 16 || !entriesHash.startsWith(outside)))
  problems.push('hash from outside')
if (drawsNumbers) {
  const all = sorted.map(ticket => ticket.split(' ')[2])
  if (all.includes(undefined) || new Set(all).size !== all.length) problems.push('ticket numbers')
  if (proof.method !== null && proof.method !== proof.sealedFor) problems.push('kind of draw')
}

const count = reserve =>
  proof.prizes
    .filter(prize => Boolean(prize.reserve) === reserve)
    .reduce((sum, prize) => sum + prize.count, 0)
const ids = list => list.map(one => one.ticketNo).join()

/** Ranks the customers by secret, beacon and ticket list: winners first, then reserves. */
function draw() {
  const secret = Buffer.from(proof.secret, 'hex')
  if (sha256(secret).digest('hex') !== proof.commitment) problems.push('commitment')
  const seed = sha256(
    Buffer.concat([secret, Buffer.from(proof.beacon, 'utf8'), Buffer.from(entriesHash, 'hex')]),
  ).digest()
  const seen = new Set()
  return sorted
    .map(ticket => ticket.split(' '))
    .map(([ticketNo, customer, number]) => ({
      ticketNo,
      customer,
      score: createHmac('sha256', seed)
        .update(drawsNumbers ? number : ticketNo)
        .digest('hex'),
    }))
    .sort((a, b) => (a.score < b.score ? -1 : 1))
    .filter(({ customer }) => !seen.has(customer) && seen.add(customer))
}

let result = `${sorted.length} tickets, no secret published yet`
if (proof.secret !== undefined) {
  const ranking = draw()
  const winners = ranking.slice(0, count(false))
  if (ids(winners) !== ids(proof.winners)) problems.push('winners')
  const reserves = ranking.slice(count(false), count(false) + count(true))
  if (ids(reserves) !== ids(proof.reserves)) problems.push('reserves')
  result = `${winners.length} winners`
}

const agrees = outside === undefined ? 'agrees with itself only' : 'agrees with the hash from outside'
const said = problems.length === 0 ? `${agrees}: ${result}` : `differs: ${problems.join(', ')}`
process.stdout.write(`${said}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
