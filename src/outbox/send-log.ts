import type { LogEvent } from '#contract/schema/log.ts'
import type { Failure } from '#src/ports.ts'
import { isOtherJson } from '#src/storage/other-json.ts'
import type { JobCall } from './job-calls.ts'
import { WRITE_TIMEOUT_MS } from './limits.ts'

/**
 * Sends one log event by spec S7's call for it, and returns the failure, or null. Only the fields of the specification
 * are sent, because a server that has no call for batches may refuse the event's id and time.
 */
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
  // The caller knows that the server has only the specification's calls, and S7 does not show their answers.
  return reply.ok || isOtherJson(reply) ? null : reply.failure
}
