import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  countCopies,
  inParallel,
  multicastOnce,
  pushOnce,
  startLoad,
  writeOnce,
} from '#emulator-tests/kit/line-load.ts'
import { readOptions } from '#tools/options.ts'

/**
 * `npm run bench:line [-- --users 2000 --pushes 20000 --multicasts 10 --webhooks 2000 --concurrency 16 --copies]`: a
 * load test against the emulated LINE, with LINE's bot SDK in the same process. Prints the time of each quarter of the
 * pushes and webhooks, and the memory use. With `--copies`, prints how many items of the state each request copied,
 * which slows the test down.
 */
const { values, whole } = readOptions('npm run bench:line', {
  users: { type: 'string', default: '2000' },
  pushes: { type: 'string', default: '20000' },
  multicasts: { type: 'string', default: '10' },
  webhooks: { type: 'string', default: '2000' },
  concurrency: { type: 'string', default: '16' },
  copies: { type: 'boolean', default: false },
})
const [users, pushes, webhooks] = [whole('users'), whole('pushes', 4), whole('webhooks', 4)]
const [multicasts, concurrency] = [whole('multicasts', 0), whole('concurrency')]

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Returns the memory in use after a garbage collection, in MB. */
function memoryMb(): number {
  collectGarbage()
  return Math.round(process.memoryUsage().heapUsed / 1e6)
}

const running = await startLoad({ users })
const { emulator, events } = running
const copies = values.copies ? countCopies(emulator) : null

/** Runs the work in four quarters, and prints the cost of one request in each. */
async function inQuarters(
  name: string,
  count: number,
  work: (from: number, length: number) => Promise<unknown>,
): Promise<void> {
  for (const quarter of [0, 1, 2, 3]) {
    const [started, cpu, copied] = [performance.now(), process.cpuUsage(), copies?.total() ?? 0]
    await work((quarter * count) / 4, count / 4)
    const each = (total: number) => (total / (count / 4)).toFixed(3)
    const { user, system } = process.cpuUsage(cpu)
    const times = `${each(performance.now() - started)} ms, ${each((user + system) / 1000)} ms of CPU time`
    const items =
      copies === null ? '' : `, ${Math.round((copies.total() - copied) / (count / 4))} items copied`
    console.log(`${name}, quarter ${quarter + 1}: ${times}${items} each`)
  }
}

const before = memoryMb()
await inQuarters('pushes', pushes, (from, length) =>
  inParallel(length, concurrency, index => pushOnce(running, from + index)),
)
await inParallel(multicasts, 1, index => multicastOnce(running, index))
await inQuarters('webhooks', webhooks, (from, length) => {
  for (let index = 0; index < length; index += 1) writeOnce(running, from + index)
  return emulator.webhooksSettled()
})
const sent = emulator.botMessages()
const delivered = sent.reduce((sum, request) => sum + request.delivered.length, 0)
console.log(
  `accepted requests: ${sent.length}, deliveries: ${delivered}, events at the bot: ${events.length}`,
)
console.log(`memory: ${before} MB before, ${memoryMb()} MB after`)
console.log(`snapshot: ${(JSON.stringify(emulator.export()).length / 1e6).toFixed(1)} MB`)
await running.stop()
