import * as v from 'valibot'
import type { DeskCallDefinition } from '#contract/define-call.ts'
import type { DeskErrorBody, DeskErrorCode } from '#contract/desk/errors.ts'
import { UNATTENDED } from '#contract/desk/unattended.ts'
import {
  type DeskAnswer,
  type DeskBody,
  type DeskCallName,
  type DeskParams,
  type DeskQuery,
  deskCalls,
} from '#contract/desk-calls.ts'
import { pathOf } from '#contract/request.ts'
import { isAttended } from './attention.ts'

/** Codes set by this page: the server could not be reached, or this page cannot read its answer. */
type OwnCode = 'OFFLINE' | 'OUTDATED'

/** Thrown if the server refused a call, could not be reached, or gave an answer that this page cannot read. */
export class CallError extends Error {
  readonly code: DeskErrorCode | OwnCode
  readonly detail: string | undefined
  readonly values: Readonly<Record<string, string | number>>
  /** The fields that the server refused with VALIDATION. */
  readonly fields: NonNullable<DeskErrorBody['fields']>
  readonly requestId: string | undefined

  constructor(code: DeskErrorCode | OwnCode, body?: DeskErrorBody) {
    super(body?.detail ?? code)
    this.code = code
    this.detail = body?.detail
    this.values = body?.values ?? {}
    this.fields = body?.fields ?? []
    this.requestId = body?.requestId
  }
}

export type Input<N extends DeskCallName> = {
  readonly params?: DeskParams<N>
  readonly query?: DeskQuery<N>
  readonly body?: DeskBody<N>
}

/** Returns a call's URL, for links to files and pictures. */
export function addressOf<N extends DeskCallName>(name: N, { params, query }: Input<N> = {}): string {
  const { path }: DeskCallDefinition = deskCalls[name]
  const filled = pathOf({ path }, (params ?? {}) as Record<string, string>)
  const entries = Object.entries((query ?? {}) as Record<string, unknown>).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return entries.length > 0 ? `${filled}?${new URLSearchParams(entries)}` : filled
}

/** Throws a CallError if the call is refused or does not reach the server. */
export async function call<N extends DeskCallName>(name: N, input: Input<N> = {}): Promise<DeskAnswer<N>> {
  const { method, answer }: DeskCallDefinition = deskCalls[name]
  const response = await fetch(addressOf(name, input), {
    method,
    credentials: 'same-origin',
    ...(method === 'POST'
      ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(input.body ?? {}) }
      : { headers: isAttended() ? {} : { [UNATTENDED]: '1' } }),
  }).catch(() => {
    throw new CallError('OFFLINE')
  })
  if (!response.ok) throw await errorOf(response)
  // The connection may break in the middle of a response, or a proxy may respond with its own page.
  const body = await (answer === null ? response.blob() : response.json()).catch(() => {
    throw new CallError('OFFLINE')
  })
  return (answer === null ? body : readAnswer(answer, body)) as DeskAnswer<N>
}

/** Ignores the new fields of a newer server, because a page may stay open during a release. */
function readAnswer(answer: v.GenericSchema, body: unknown): unknown {
  const read = v.safeParse(answer, body)
  const isNewField = ({ type, expected }: v.BaseIssue<unknown>) =>
    type === 'strict_object' && expected === 'never'
  if (read.success) return read.output
  if (read.issues.every(isNewField)) return body
  throw new CallError('OUTDATED')
}

async function errorOf(response: Response): Promise<CallError> {
  const body = (await response.json().catch(() => null)) as Partial<DeskErrorBody> | null
  return typeof body?.error === 'string'
    ? new CallError(body.error, body as DeskErrorBody)
    : new CallError('OFFLINE')
}
