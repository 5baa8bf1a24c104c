import type * as v from 'valibot'
import { approvalCalls } from './calls/approvals.ts'
import { auditCalls } from './calls/audit.ts'
import { customersCalls } from './calls/customers.ts'
import { drawCalls } from './calls/draw.ts'
import { mailingCalls } from './calls/mailing.ts'
import { noticesCalls } from './calls/notices.ts'
import { peopleCalls } from './calls/people.ts'
import { photoCalls } from './calls/photo.ts'
import { qualityCalls } from './calls/quality.ts'
import { reviewCalls } from './calls/review.ts'
import { sessionsCalls } from './calls/sessions.ts'
import { setUpCalls } from './calls/set-up.ts'
import { signInCalls } from './calls/sign-in.ts'
import { todayCalls } from './calls/today.ts'
import { winnersCalls } from './calls/winners.ts'

export const deskCalls = {
  ...signInCalls,
  ...peopleCalls,
  ...sessionsCalls,
  ...noticesCalls,
  ...reviewCalls,
  ...qualityCalls,
  ...photoCalls,
  ...customersCalls,
  ...todayCalls,
  ...approvalCalls,
  ...drawCalls,
  ...setUpCalls,
  ...winnersCalls,
  ...mailingCalls,
  ...auditCalls,
} as const

type Calls = typeof deskCalls
export type DeskCallName = keyof Calls
export type DeskParams<N extends DeskCallName> = v.InferOutput<Calls[N]['params']>
export type DeskQuery<N extends DeskCallName> = v.InferOutput<Calls[N]['query']>
export type DeskBody<N extends DeskCallName> = v.InferOutput<Calls[N]['body']>
export type DeskAnswer<N extends DeskCallName> = Calls[N]['answer'] extends v.GenericSchema
  ? v.InferOutput<Calls[N]['answer']>
  : Blob
