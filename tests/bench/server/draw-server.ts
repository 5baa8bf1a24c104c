import { readSettings } from '#server/config.ts'
import { createDesk } from '#server/desk/app.ts'
import { deskDepsOf } from '#server/desk/start.ts'
import { createServer } from '#server/server.ts'
import { openServer } from '#server/start.ts'

/** Runs the product API and, in the same process, a desk for each of DESKS, on its port and with its clock ahead. */
const read = readSettings(process.env, 'emulator')
if (!read.ok) throw new Error(read.errors.join('\n'))
const { fetch, deps } = await openServer(read.settings)
const host = '127.0.0.1'
for (const { port, ahead } of JSON.parse(process.env.DESKS ?? '[]') as { port: number; ahead: number }[]) {
  const clock = { now: () => deps.clock.now() + ahead }
  const desk = createDesk(deskDepsOf({ ...deps, clock }, { origin: `http://localhost:${port}`, demo: false }))
  await createServer(desk.fetch, { port, host })
}
const { port } = await createServer(fetch, { port: 0, host })
console.log(port)
