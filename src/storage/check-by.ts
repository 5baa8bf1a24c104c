import * as v from 'valibot'
import type { Answer, AppCallName } from '#contract/calls.ts'
import type { CheckAnswer } from '#src/ports.ts'

type Schemas = Readonly<Partial<Record<AppCallName, v.GenericSchema>>>

/** Returns a validator that rejects responses to calls without a schema. */
export const checkBy =
  (schemas: Schemas): CheckAnswer =>
  <N extends AppCallName>(name: N, given: unknown) => {
    const schema = schemas[name] as v.GenericSchema<unknown, Answer<N>> | undefined
    const parsed = schema && v.safeParse(schema, given)
    return parsed?.success ? { value: parsed.output } : null
  }
