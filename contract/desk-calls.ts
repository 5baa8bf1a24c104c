import type * as v from 'valibot'
import { accountCalls } from '#contract/calls/desk/account.ts'
import { approvalsCalls } from '#contract/calls/desk/approvals.ts'
import { auditCalls } from '#contract/calls/desk/audit.ts'
import { customersCalls } from '#contract/calls/desk/customers.ts'
import { drawCalls } from '#contract/calls/desk/draw.ts'
import { mailingCalls } from '#contract/calls/desk/mailing.ts'
import { numbersCalls } from '#contract/calls/desk/numbers.ts'
import { peopleCalls } from '#contract/calls/desk/people.ts'
import { qualityCalls } from '#contract/calls/desk/quality.ts'
import { reviewCalls } from '#contract/calls/desk/review.ts'
import { setUpCalls } from '#contract/calls/desk/set-up.ts'
import { signInCalls } from '#contract/calls/desk/sign-in.ts'
import { winnersCalls } from '#contract/calls/desk/winners.ts'

/** Every call of the desk by name. */
export const deskCalls = {
  ...signInCalls,
  ...accountCalls,
  ...peopleCalls,
  ...approvalsCalls,
  ...reviewCalls,
  ...qualityCalls,
  ...customersCalls,
  ...drawCalls,
  ...mailingCalls,
  ...winnersCalls,
  ...setUpCalls,
  ...numbersCalls,
  ...auditCalls,
}

type Calls = typeof deskCalls
export type DeskCallName = keyof Calls
export type DeskParams<N extends DeskCallName> = v.InferOutput<Calls[N]['params']>
export type DeskQuery<N extends DeskCallName> = v.InferOutput<Calls[N]['query']>
export type DeskBody<N extends DeskCallName> = v.InferOutput<Calls[N]['body']>
export type DeskAnswer<N extends DeskCallName> = Calls[N]['answer'] extends v.GenericSchema
  ? v.InferOutput<Calls[N]['answer']>
  : Blob

/** The calls whose function the command line also runs. */
export type DeskDirectAction = {
  [N in DeskCallName]: Calls[N]['audit'] extends string ? N : never
}[DeskCallName]
export type DeskInput<N extends DeskCallName> = DeskParams<N> & DeskBody<N>
