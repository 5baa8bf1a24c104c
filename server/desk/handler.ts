import type {
  DeskAnswer,
  DeskBody,
  DeskCallName,
  DeskParams,
  DeskQuery,
  deskCalls,
} from '#contract/desk-calls.ts'
import type { AuditTexts } from '#server/audit/texts.ts'
import type { Db } from '#server/store/tables.ts'
import type { DeskDeps } from './deps.ts'
import type { DeskSession } from './sessions.ts'
import type { PreparedStep } from './work.ts'

type Who<N extends DeskCallName> = (typeof deskCalls)[N]['who']

export type ReceivedDeskCall<N extends DeskCallName> = {
  readonly params: DeskParams<N>
  readonly query: DeskQuery<N>
  readonly body: DeskBody<N>
  /** Null only in calls that anyone may make. */
  readonly caller: Who<N> extends 'anyone' ? DeskSession | null : DeskSession
  /** For POST, a transaction that is committed if the handler returns. */
  readonly db: Db
  readonly deps: DeskDeps
  /** For POST, the start of the transaction, because waiting for the body and the locks may have taken long. */
  readonly now: number
  /** The browser's `User-Agent` header. */
  readonly browser: string
  readonly device: string | null
  /** Appends an audit entry in the caller's name. Only for calls with a session. */
  readonly audit: (
    action: string,
    detail: Readonly<Record<string, unknown>>,
    texts?: AuditTexts,
  ) => Promise<unknown>
  /** The step that was prepared before the transaction of `decideApproval`; null for all other calls. */
  readonly prepared: PreparedStep | null
  /** Sets the session cookie; null deletes it. */
  readonly setSession: (token: string | null) => void
  readonly setDevice: (token: string) => void
}

/** Returns the response's JSON, or a response that contains a file. */
export type DeskHandler<N extends DeskCallName> = (
  call: ReceivedDeskCall<N>,
) => Promise<DeskAnswer<N> | Response>

export type DeskHandlers = { readonly [N in DeskCallName]: DeskHandler<N> }
