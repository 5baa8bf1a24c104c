import { readSettings } from '#server/config.ts'
import { createServer } from '#server/server.ts'
import { openServer } from '#server/start.ts'
import { CHANNEL_ID, fakeLine } from '#tests/kit/line.ts'
import { lineUserOf, preparedCustomers } from '#tests/kit/prepared.ts'

/** The server process of `visits.ts`. Sends its port and ID tokens to the parent, and replies with its CPU time. */
const read = readSettings(process.env, 'emulator')
if (!read.ok) throw new Error(read.errors.join('\n'))
const line = await fakeLine({ now: () => Date.now() })
const { fetch } = await openServer(read.settings, {
  line: { fetch: line.fetch, channelId: CHANNEL_ID, channelSecret: null },
})
const { port } = await createServer(fetch, { port: 0, host: '127.0.0.1' })
const customers = preparedCustomers(Number(process.env.BENCH_CUSTOMERS))
const idTokens = await Promise.all(
  customers.map(({ customerId }) => line.idToken({ userId: lineUserOf(customerId), displayName: 'มะลิ' })),
)
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1000 })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ port, idTokens })
