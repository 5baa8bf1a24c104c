import * as v from 'valibot'
import type { Answer, AppCallName } from '#contract/calls.ts'
import { answers } from '#contract/generated/answers.ts'

/**
 * Validates a response by the contract's schema. Returns null if it does not match, because another server
 * sent it or an older version stored it.
 */
export function checkAnswer<N extends AppCallName>(
  name: N,
  given: unknown,
): { readonly value: Answer<N> } | null {
  const parsed = v.safeParse(answers[name] as v.GenericSchema<unknown, Answer<N>>, given)
  return parsed.success ? { value: parsed.output } : null
}
