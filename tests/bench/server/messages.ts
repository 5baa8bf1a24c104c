import { type KillRun, killRun } from '#tests/kit/kill-run/run.ts'
import { readOptions } from '#tools/options.ts'
import { storesOf } from './stores.ts'

/**
 * `npm run bench:messages [-- --notifications 10000 --kills 50 --line-kills 5 --seed 1 --speed 10 --store sqlite]`:
 * sends LINE messages from production's server (two servers on PostgreSQL, TEST_DATABASE_URL) to an emulated LINE, each
 * in its own process, and kills the servers with `kill -9` while they send. LINE loses responses, answers with 500 and
 * 429, is restarted once, and is killed with `kill -9`. Customers block the account, leave and withdraw. Then compares
 * the database with the chats. Exits with 1 if a notification is lost or duplicated, or reaches a customer who had
 * left. `--kills 0` measures sending alone, without faults.
 */
const { values, whole } = readOptions('npm run bench:messages', {
  notifications: { type: 'string', default: '10000' },
  kills: { type: 'string', default: '50' },
  'line-kills': { type: 'string', default: '5' },
  seed: { type: 'string', default: '1' },
  speed: { type: 'string', default: '10' },
  store: { type: 'string' },
})
const notifications = whole('notifications', 4)
const [kills, lineKills, seed] = [whole('kills', 0), whole('line-kills', 0), whole('seed', 0)]
const speed = whole('speed')

const none = { loseAnswer: 0, loseRequest: 0, status500: 0, status429: 0 }
const faults =
  kills === 0 ? none : { loseAnswer: 0.01, loseRequest: 0.005, status500: 0.005, status429: 0.005 }
const runs: (readonly [string, KillRun])[] = []
for (const dialect of await storesOf(values.store)) {
  const run = await killRun({
    ...{ dialect, notifications, kills, lineKills, seed, speed, faults },
    tell: text => console.error(`${dialect}: ${text}`),
  })
  runs.push([dialect, run])
  for (const problem of run.checked.problems.slice(0, 20)) console.error(problem)
  if (run.checked.problems.length > 0) process.exitCode = 1
}

const lines: readonly (readonly [string, (run: KillRun) => number])[] = [
  ['`kill -9` of a server', run => run.kills],
  ['of these, while messages were sent', run => run.busyKills],
  ['`kill -9` of the emulated LINE', run => run.lineKills],
  ['notifications', run => run.checked.expected],
  ['in the chats', run => run.checked.delivered],
  ['as so many messages, because of digests', run => run.checked.chatMessages],
  ['accepted by LINE for people who are not friends', run => run.checked.undelivered],
  ['not sent, because the person blocked, left or withdrew', run => run.checked.dropped],
  ['people who did so', run => run.departed],
  ['requests to LINE', run => run.line.arrived],
  ['answers lost after LINE had accepted', run => run.line.answersLost],
  ['requests lost, 500 or 429', ({ line }) => line.requestsLost + line.answered500 + line.answered429],
  ['retry keys that LINE had accepted before (409)', run => run.line.repeated],
  ['**lost**', run => run.checked.lost],
  ['**doubled**', run => run.checked.doubled],
  ['**to someone who had blocked, left or withdrawn**', run => run.checked.forbidden],
  ['**not settled**', run => run.checked.unsettled],
  ['seconds', run => Math.round(run.seconds)],
  ['messages per second, the restarts included', run => Math.round(run.checked.chatMessages / run.seconds)],
]
console.log(`
seed ${seed}, clocks ${speed} times as fast as the machine's

| | ${runs.map(([dialect]) => dialect).join(' | ')} |
|---|${'---|'.repeat(runs.length)}
${lines.map(([name, value]) => `| ${name} | ${runs.map(([, run]) => value(run)).join(' | ')} |`).join('\n')}
`)
