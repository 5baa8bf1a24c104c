import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { DAY_MS } from '#contract/time.ts'
import { diskObjects } from '#server/images/disk.ts'
import { uploadPhoto } from './activity.ts'
import { organiser, runInOrder } from './cli.ts'
import { at, beaconAt, endCampaign, PRIZES, ticketHolders } from './draw.ts'
import { type TestServer, testServer } from './server.ts'

/** Creates a campaign in SQLite whose draw has been run. One customer has two photos. */
export async function drawnCampaign(): Promise<TestServer> {
  const server = await testServer({ dialect: 'sqlite' })
  const customer = await server.signIn()
  for (let photos = 0; photos < 2; photos += 1) await uploadPhoto(server, customer)
  await ticketHolders(server, [2, 3, 1, 1, 1, 1, 1])
  const run = organiser(server)
  await runInOrder(run, [
    ['draw', 'commit', '--beacon', 'lottery', '--beacon-at', at(await beaconAt(server)), ...PRIZES],
  ])
  await endCampaign(server)
  await runInOrder(run, [['draw', 'seal']])
  server.clock.advance(3 * DAY_MS)
  await runInOrder(run, [['draw', 'run', '--beacon', '123456']])
  return server
}

/** Copies the campaign's database to a folder laid out like DATA_DIR, and returns a command line for that folder. */
export async function liveIn(server: TestServer, folder: string) {
  await mkdir(folder, { recursive: true })
  const databaseFile = join(folder, 'campaign.sqlite')
  await sql`vacuum into ${databaseFile}`.execute(server.db)
  const location = { databaseFile, objects: diskObjects(join(folder, 'objects')) }
  return organiser(server, [], { location: () => location })
}
