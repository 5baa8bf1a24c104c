import type { LogEvent } from '#contract/schema/log.ts'
import type { Failure } from '#src/ports.ts'
import { isOtherJson } from '#src/storage/other-json.ts'
import type { JobCall } from './job-calls.ts'
import { WRITE_TIMEOUT_MS } from './limits.ts'

/** Omits the event's id and time, which a server with only the calls of spec S7 may reject. */
export async function sendLog(
  call: JobCall,
  owner: string,
  event: LogEvent,
  signal: AbortSignal,
): Promise<Failure | null> {
  // The specification has no call for reports.
  if (event.kind === 'report') return null
  const options = { owner, timeout: WRITE_TIMEOUT_MS, signal }
  const reply = await (event.kind === 'state'
    ? call('logState', { ...options, body: { customerId: owner, state: event.state, os: event.os } })
    : call('logPageView', { ...options, body: { customerId: owner, path: event.path } }))
  // Spec S7 does not define the responses.
  return reply.ok || isOtherJson(reply) ? null : reply.failure
}
