import * as v from 'valibot'
import type { Answer, AppCallName } from '#contract/calls.ts'
import { answers } from '#contract/generated/answers.ts'

/**
 * Validates an answer by the contract's schema. Returns null if it does not match, because it comes from
 * another server or an older version.
 */
export function checkAnswer<N extends AppCallName>(
  name: N,
  given: unknown,
): { readonly value: Answer<N> } | null {
  const parsed = v.safeParse(answers[name] as v.GenericSchema<unknown, Answer<N>>, given)
  return parsed.success ? { value: parsed.output } : null
}
