import * as v from 'valibot'
import type { Answer, AppCallName } from '#contract/calls.ts'
import type { CheckAnswer } from '#src/ports.ts'

type Schemas = Readonly<Partial<Record<AppCallName, v.GenericSchema>>>

/** Returns a function that validates responses by these schemas. A response without a schema is invalid. */
export const checkBy =
  (schemas: Schemas): CheckAnswer =>
  <N extends AppCallName>(name: N, given: unknown) => {
    const schema = schemas[name] as v.GenericSchema<unknown, Answer<N>> | undefined
    const parsed = schema && v.safeParse(schema, given)
    return parsed?.success ? { value: parsed.output } : null
  }
