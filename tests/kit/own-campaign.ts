import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '#server/config.ts'
import { openStack } from '#tools/stack.ts'
import { type Operated, operate } from './campaign.ts'
import { reportUnanswered } from './report-unanswered.ts'

export type OwnCampaign = Operated & {
  /** Stops the campaign and deletes its data. */
  close(): Promise<void>
}

/**
 * Runs the same campaign as `npm start` in this process, for a test that changes its dates, its clock or its result for
 * good. A process of its own takes seconds to start.
 */
export async function startOwnCampaign(): Promise<OwnCampaign> {
  const data = await mkdtemp(join(tmpdir(), 'campaign-'))
  const read = readSettings({ DATA_DIR: data, LOG_LEVEL: 'warn' }, 'emulator')
  if (!read.ok) throw new Error(read.errors.join('\n'))
  const http = createServer()
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${(http.address() as AddressInfo).port}`
  const stack = await openStack(read.settings, { origin: url })
  http.on('request', (incoming, outgoing) => {
    stack.answer(incoming, outgoing).catch(error => reportUnanswered(error, incoming, outgoing))
  })
  return {
    ...operate(url, data),
    async close() {
      http.closeAllConnections()
      await new Promise(resolve => http.close(resolve))
      await stack.close()
      await rm(data, { recursive: true, force: true })
    },
  }
}
