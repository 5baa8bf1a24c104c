import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operate } from './campaign.ts'
import { serveStack } from './serve-stack.ts'

export type OwnCampaign = Awaited<ReturnType<typeof startOwnCampaign>>

/** Starts a campaign for a test that changes it permanently. Runs in this process, where it starts within a second. */
export async function startOwnCampaign() {
  const data = await mkdtemp(join(tmpdir(), 'campaign-'))
  const { url, close } = await serveStack({ env: { DATA_DIR: data, LOG_LEVEL: 'warn' } })
  return {
    ...operate(url, data),
    async close() {
      await close()
      await rm(data, { recursive: true, force: true })
    },
  }
}
