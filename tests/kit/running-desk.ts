import { fileURLToPath } from 'node:url'
import { addDemoPeople } from '#server/desk/demo.ts'
import { startDesk } from '#server/desk/start.ts'
import { freePort } from './campaign.ts'
import { testServer } from './server.ts'

const folder = fileURLToPath(new URL('../../dist-desk', import.meta.url))
const HOST = '127.0.0.1'

export type RunningDesk = Awaited<ReturnType<typeof startTestDesk>>

/** Serves the built desk (`npm run build desk`) with the demo's accounts. `server` is the campaign's server. */
export async function startTestDesk() {
  const server = await testServer({ now: Date.now(), dialect: 'sqlite' })
  const { deps } = server
  await addDemoPeople(deps.db, { now: deps.clock.now(), random: deps.random })
  const port = await freePort()
  const url = `http://localhost:${port}`
  const listening = await startDesk(deps, { settings: { url, port }, host: HOST, folder, demo: true })
  return {
    url,
    server,
    async close() {
      await listening.close(0)
      await server.close()
    },
  }
}
