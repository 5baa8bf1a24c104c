import { uuidv7 } from '#contract/uuidv7.ts'
import type { ServerDeps } from '#server/deps.ts'

export function requestIdOf(
  headers: Headers,
  { clock, random }: Pick<ServerDeps, 'clock' | 'random'>,
): string {
  const given = headers.get('x-request-id') ?? ''
  return /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : uuidv7(clock.now(), random.bytes(16))
}
