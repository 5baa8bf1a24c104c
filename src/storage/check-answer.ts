import * as v from 'valibot'
import type { Answer, AppCallName } from '#contract/calls.ts'
import { answers } from '#contract/generated/answers.ts'

/** An answer as the contract's schema reads it; null where it is not this server's, or an older version's. */
export function checkAnswer<N extends AppCallName>(
  name: N,
  given: unknown,
): { readonly value: Answer<N> } | null {
  const parsed = v.safeParse(answers[name] as v.GenericSchema<unknown, Answer<N>>, given)
  return parsed.success ? { value: parsed.output } : null
}
