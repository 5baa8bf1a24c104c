import { aboutOf } from '../approval-records.ts'
import { spendApproval } from '../approvals.ts'
import { approvedFile, recorded } from '../files.ts'
import type { DeskHandler } from '../handler.ts'
import { actorOf } from '../people.ts'

export const handler: DeskHandler<'approvedFile'> = async ({ db, deps, params, caller, now, audit }) => {
  const input = await spendApproval(db, caller.person, params.id, now)
  const { name, type, detail, write } = await approvedFile(db, deps, input, now)
  await audit('desk export', { approval: params.id, ...aboutOf(input), input, ...detail })
  // The rest of the work happens after the transaction, while the file is sent.
  const sent = recorded(deps, { approval: params.id, actor: actorOf(caller.person) }, write)
  return file(sent, name, type)
}

const file = (body: ReadableStream<Uint8Array>, name: string, type: string): Response =>
  new Response(body, {
    headers: { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` },
  })
