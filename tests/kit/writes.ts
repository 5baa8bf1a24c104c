import { type CallName, calls } from '#contract/calls.ts'
import { examples } from '#tests/kit/examples.ts'
import { newKey } from './activity.ts'
import type { CallOptions, SignedIn, TestServer } from './server.ts'

type Prepare = (server: TestServer, me: SignedIn) => Promise<CallOptions>

/** Prepares a request that succeeds, with the customer's token and an idempotency key if the call takes them. */
export async function goodRequest(server: TestServer, name: CallName, me: SignedIn): Promise<CallOptions> {
  const { auth, idempotent } = calls[name]
  return {
    ...(auth === 'bearer' ? { token: me.token } : {}),
    ...(idempotent ? { key: newKey() } : {}),
    ...(await examples[name].good(server, me)),
  }
}

const writeNames = (Object.keys(calls) as CallName[]).filter(
  name => calls[name].method !== 'GET' && calls[name].method !== 'HEAD',
)

/** Calls that are not GET or HEAD requests but change nothing. */
export const changesNothing: readonly CallName[] = ['createExport', 'readReceipt']

/** For each call that is not a GET or HEAD request, a function that prepares a request that succeeds. */
export const writes: Readonly<Partial<Record<CallName, Prepare>>> = Object.fromEntries(
  writeNames.map(name => [name, (server: TestServer, me: SignedIn) => goodRequest(server, name, me)]),
)
