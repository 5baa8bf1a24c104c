import * as v from 'valibot'
import { answers } from '#contract/answers.ts'
import type { Answer, RouteName } from '#contract/routes.ts'

/** An answer as the contract's schema reads it; null where it is not this server's, or an older version's. */
export function checkAnswer<N extends RouteName>(
  name: N,
  given: unknown,
): { readonly value: Answer<N> } | null {
  const parsed = v.safeParse(answers[name] as v.GenericSchema<unknown, Answer<N>>, given)
  return parsed.success ? { value: parsed.output } : null
}
