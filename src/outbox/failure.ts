import * as v from 'valibot'
import { isErrorCode } from '#contract/errors.ts'
import type { Failure } from '#src/ports.ts'

export const failureSchema: v.GenericSchema<unknown, Failure> = v.variant('kind', [
  v.object({ kind: v.picklist(['network', 'timeout', 'aborted', 'missing']) }),
  v.object({
    kind: v.literal('portal'),
    status: v.number(),
    retryAfter: v.optional(v.number()),
    alone: v.optional(v.number()),
  }),
  v.object({
    kind: v.literal('refused'),
    status: v.number(),
    code: v.custom(isErrorCode),
    message: v.string(),
    fields: v.array(v.object({ path: v.string(), code: v.string() })),
    requestId: v.string(),
    retryAfter: v.nullable(v.number()),
    current: v.optional(v.unknown(), null),
  }),
]) as unknown as v.GenericSchema<unknown, Failure>
