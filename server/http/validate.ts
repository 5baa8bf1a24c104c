import * as v from 'valibot'
import { ApiError, type FieldError } from '#server/errors.ts'

/** Throws VALIDATION with one error per invalid field. Nested paths are joined with dots. */
export function validate<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value, { abortPipeEarly: true })
  if (result.success) return result.output
  const fields = new Map<string, FieldError>()
  for (const issue of result.issues) {
    const path = v.getDotPath(issue) ?? 'body'
    if (!fields.has(path)) fields.set(path, { path, code: codeOf(issue) })
  }
  throw new ApiError('VALIDATION', { fields: [...fields.values()] })
}

const codes: Readonly<Record<string, string>> = {
  picklist: 'choice',
  literal: 'choice',
  variant: 'choice',
  integer: 'integer',
  min_value: 'range',
  max_value: 'range',
  min_length: 'length',
  max_length: 'length',
}

function codeOf(issue: v.BaseIssue<unknown>): string {
  if (issue.type === 'strict_object' && issue.expected === 'never') return 'unknown'
  if (issue.input === undefined && issue.kind === 'schema') return 'required'
  if (/^[a-z][a-zA-Z0-9]*$/.test(issue.message)) return issue.message
  return codes[issue.type] ?? (issue.kind === 'schema' ? 'type' : 'format')
}
