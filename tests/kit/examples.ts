import type { CallName } from '#contract/calls.ts'
import * as generated from '#tests/generated/examples.ts'
import type { CallExample } from './call-example.ts'

/** The example of each call, for the suites that make every call. The compiler reports a call without one. */
export const examples: { readonly [N in CallName]: CallExample<N> } = generated
