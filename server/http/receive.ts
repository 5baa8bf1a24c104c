import type * as v from 'valibot'
import type { BodyKind, CallRequest } from '#contract/request.ts'
import { invalid } from '#server/errors.ts'
import { readBody } from './body.ts'
import { parseBody } from './parse.ts'
import { validate } from './validate.ts'

export type AnyCall = Pick<CallRequest, 'method' | 'path'> & {
  readonly params: v.GenericSchema
  readonly query: v.GenericSchema
  readonly body: v.GenericSchema
}

export type BodyRules = {
  readonly kind: BodyKind
  readonly maxBytes: number
  readonly deadlineMs: number
  /** Throws if the headers announce a body that the call does not accept. Called before the body is read. */
  readonly check: (headers: Headers) => void
  /** True if the body is read before the parameters are validated. */
  readonly isFirst: boolean
}

export type Received = {
  readonly params: unknown
  readonly query: unknown
  /** The raw body, which is empty for `kind: 'none'`. */
  readonly bytes: Uint8Array
  readonly body: () => unknown
}

type Arrived = {
  readonly call: AnyCall
  readonly request: Request
  readonly params: Readonly<Record<string, string>>
}

export async function receive(
  { call, request, params: given }: Arrived,
  rules: BodyRules,
): Promise<Received> {
  const early = rules.isFirst ? await bytesOf(request, rules) : null
  const params = validate(call.params, given)
  const query = validate(call.query, queryOf(new URL(request.url)))
  const bytes = early ?? (await bytesOf(request, rules))
  const parsed =
    rules.kind === 'json' || rules.kind === 'form'
      ? await parseBody(rules.kind, bytes, request.headers.get('content-type'))
      : {}
  return { params, query, bytes, body: () => validate(call.body, parsed) }
}

async function bytesOf(request: Request, { kind, maxBytes, deadlineMs, check }: BodyRules) {
  if (kind === 'none') return new Uint8Array()
  check(request.headers)
  return readBody(request, maxBytes, deadlineMs)
}

function queryOf({ searchParams }: URL): Record<string, string> {
  const query: Record<string, string> = Object.create(null)
  for (const [name, value] of searchParams) {
    if (name in query) throw invalid(name, 'duplicate')
    query[name] = value
  }
  return query
}
