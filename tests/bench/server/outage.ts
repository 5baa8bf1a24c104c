import { execFile } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { outage } from '#tests/kit/outage.ts'
import { prepareStore } from '#tests/kit/prepared.ts'
import { readOptions } from '#tools/options.ts'
import { needPostgres } from './stores.ts'

/**
 * `npm run bench:outage [-- --seconds 12 --connections 32 --kill COMMAND --start COMMAND]`: sends page views to a
 * server on PostgreSQL (TEST_DATABASE_URL). In the second third of the time, the server's database connections are cut
 * and new ones refused or, with two shell commands, the database itself is killed and restarted. Prints the responses
 * by phase, and looks for all acknowledged writes in the database. Exits with 1 if a write is lost, if a response is
 * neither 200 nor 503, or if the server does not recover on its own.
 */
const { values, whole } = readOptions('npm run bench:outage', {
  seconds: { type: 'string', default: '12' },
  connections: { type: 'string', default: '32' },
  kill: { type: 'string' },
  start: { type: 'string' },
})
const shell = async (command = ''): Promise<void> => {
  await promisify(execFile)('sh', ['-c', command])
}
const third = (whole('seconds') * 1000) / 3
const connections = whole('connections')
await needPostgres()
const store = await prepareStore('postgres', 2000)
const { answers, lost, recoveredMs } = await outage(store, {
  connections,
  ...(values.kill && values.start
    ? { how: { take: () => shell(values.kill), give: () => shell(values.start) } }
    : {}),
  before: () => wait(third),
  during: () => wait(third),
  after: () => wait(third),
}).finally(store.drop)

console.table(
  Object.fromEntries(
    (['before', 'during', 'after'] as const).map(phase => [phase, Object.fromEntries(answers[phase])]),
  ),
)
const all = [...answers.before, ...answers.during, ...answers.after]
const acknowledged = all.reduce((sum, [status, count]) => sum + (status === 200 ? count : 0), 0)
console.log(
  `${acknowledged} acknowledged, ${lost} lost; the first 200 came ${recoveredMs} ms after the database`,
)
const others = all.filter(([status]) => status !== 200 && status !== 503)
if (lost > 0 || others.length > 0 || !answers.after.get(200)) process.exitCode = 1
