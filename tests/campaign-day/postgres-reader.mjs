import { workerData } from 'node:worker_threads'
import pg from 'pg'

/** A thread that reads whole tables while the thread that asked for them is blocked. See `mirror.ts`. */

const { port, signal, url } = workerData
/** The ids of the types `int8` and `numeric`. The product reads them as numbers. */
const NUMBERS = [20, 1700]
const types = {
  getTypeParser: (oid, format) => (NUMBERS.includes(oid) ? Number : pg.types.getTypeParser(oid, format)),
}

const client = new pg.Client({ connectionString: url, types })
await client.connect()

async function read(table) {
  const { fields, rows } = await client.query({ text: `select * from "${table}"`, rowMode: 'array' })
  return { table, columns: fields.map(({ name }) => name), rows }
}

port.on('message', async tables => {
  let answer
  try {
    answer = []
    for (const table of tables) answer.push(await read(table))
  } catch (error) {
    answer = String(error)
  }
  port.postMessage(answer)
  Atomics.store(signal, 0, 1)
  Atomics.notify(signal, 0)
})
