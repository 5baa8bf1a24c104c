import type { CallName } from '#contract/calls.ts'
import * as account from '#tests/contract/calls/account.ts'
import * as campaign from '#tests/contract/calls/campaign.ts'
import * as operations from '#tests/contract/calls/operations.ts'
import * as receipts from '#tests/contract/calls/receipts.ts'
import type { CallExample } from './call-example.ts'

/** One example per call, for the test suites that make every call. The compiler reports a call without an example. */
export const examples: { readonly [N in CallName]: CallExample<N> } = {
  ...account,
  ...campaign,
  ...operations,
  ...receipts,
}
