import { isMissingCall } from '#src/domain/missing-call.ts'
import type { Api, Reply } from '#src/ports.ts'
import { isOtherJson } from '#src/storage/other-json.ts'
import { WRITE_TIMEOUT_MS } from './limits.ts'

/** True if the server has only spec S7's calls. It lacks idempotency keys, so a retried write may take effect twice. */
export async function knowsNoKeys(api: Api, owner: string, signal?: AbortSignal): Promise<boolean> {
  const options = { timeout: WRITE_TIMEOUT_MS, ...(signal && { signal }) }
  const ours = await api.call('question', { ...options, owner })
  return !ours.ok && isMissingCall(ours.failure) && (await api.call('activity', options)).ok
}

/** S7 does not define the response to a write. */
export const isUnshown = async (
  api: Api,
  owner: string,
  reply: Reply<unknown>,
  signal?: AbortSignal,
): Promise<boolean> => isOtherJson(reply) && (await knowsNoKeys(api, owner, signal))

/** Returns `value` as the reply if a server with only S7's calls accepted the write (`isUnshown`). */
export async function orUnshown<T>(
  api: Api,
  owner: string,
  made: Promise<Reply<T>>,
  value: T,
): Promise<Reply<T>> {
  const reply = await made
  if (!(await isUnshown(api, owner, reply))) return reply
  return { ok: true, value, headers: reply.headers ?? new Headers() }
}
