// Recomputes a draw from its published file with the formulas in that file. It shares no code with the server.
// Usage: node verify-draw.mjs FILE.json ; prints one line, and exits with 0 if everything matches, otherwise with 1.
import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'

const proof = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const sha256 = data => createHash('sha256').update(data)
const problems = []

const sorted = [...proof.tickets].sort()
if (sorted.some((ticket, index) => ticket !== proof.tickets[index])) problems.push('order')
if (new Set(sorted.map(ticket => ticket.split(' ')[0])).size !== proof.entriesCount) problems.push('count')
const entriesHash = sha256(sorted.map(ticket => `${ticket}\n`).join('')).digest('hex')
if (entriesHash !== proof.entriesHash) problems.push('entriesHash')

const count = reserve =>
  proof.prizes
    .filter(prize => Boolean(prize.reserve) === reserve)
    .reduce((sum, prize) => sum + prize.count, 0)
const numbers = list => list.map(one => one.ticketNo).join()

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
    .map(([ticketNo, customer]) => ({
      ticketNo,
      customer,
      score: createHmac('sha256', seed).update(ticketNo).digest('hex'),
    }))
    .sort((a, b) => (a.score < b.score ? -1 : 1))
    .filter(({ customer }) => !seen.has(customer) && seen.add(customer))
}

let result = `${sorted.length} tickets, no secret published yet`
if (proof.secret !== undefined) {
  const ranking = draw()
  const winners = ranking.slice(0, count(false))
  if (numbers(winners) !== numbers(proof.winners)) problems.push('winners')
  const reserves = ranking.slice(count(false), count(false) + count(true))
  if (numbers(reserves) !== numbers(proof.reserves)) problems.push('reserves')
  result = `${winners.length} winners`
}

const said = problems.length === 0 ? `agrees: ${result}` : `differs: ${problems.join(', ')}`
process.stdout.write(`${said}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
