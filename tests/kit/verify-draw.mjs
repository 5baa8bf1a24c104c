// Recomputes a draw from its published file by the formulas in that file, knowing nothing of the program that drew.
// Usage: node verify-draw.mjs FILE.json ; prints a line and ends with 0 where everything agrees, else with 1.
import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'

const proof = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const sha256 = data => createHash('sha256').update(data)
const problems = []

if (sha256(Buffer.from(proof.secret, 'hex')).digest('hex') !== proof.commitment) problems.push('commitment')

const sorted = [...proof.tickets].sort()
if (sorted.some((ticket, index) => ticket !== proof.tickets[index])) problems.push('order')
if (new Set(sorted.map(ticket => ticket.split(' ')[0])).size !== proof.entriesCount) problems.push('count')
const entriesHash = sha256(sorted.map(ticket => `${ticket}\n`).join('')).digest('hex')
if (entriesHash !== proof.entriesHash) problems.push('entriesHash')

const seed = sha256(
  Buffer.concat([
    Buffer.from(proof.secret, 'hex'),
    Buffer.from(proof.beacon, 'utf8'),
    Buffer.from(entriesHash, 'hex'),
  ]),
).digest()
const scored = sorted
  .map(ticket => ticket.split(' '))
  .map(([ticketNo, customer]) => ({
    ticketNo,
    customer,
    score: createHmac('sha256', seed).update(ticketNo).digest('hex'),
  }))
  .sort((a, b) => (a.score < b.score ? -1 : 1))
const seen = new Set()
const ranking = scored.filter(({ customer }) => !seen.has(customer) && seen.add(customer))
const count = reserve =>
  proof.prizes
    .filter(prize => Boolean(prize.reserve) === reserve)
    .reduce((sum, prize) => sum + prize.count, 0)
const numbers = list => list.map(one => one.ticketNo).join()
const winners = ranking.slice(0, count(false))
const reserves = ranking.slice(count(false), count(false) + count(true))
if (numbers(winners) !== numbers(proof.winners)) problems.push('winners')
if (numbers(reserves) !== numbers(proof.reserves)) problems.push('reserves')

const said = problems.length === 0 ? `agrees: ${winners.length} winners` : `differs: ${problems.join(', ')}`
process.stdout.write(`${said}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
