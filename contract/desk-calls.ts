import type * as v from 'valibot'
import { directActions } from '#contract/actions.ts'
import * as definitions from '#contract/calls/generated/desk-definitions.ts'

/** Every call of the desk by name. */
export const deskCalls = { ...definitions, ...directActions }

type Calls = typeof deskCalls
export type DeskCallName = keyof Calls
export type DeskParams<N extends DeskCallName> = v.InferOutput<Calls[N]['params']>
export type DeskQuery<N extends DeskCallName> = v.InferOutput<Calls[N]['query']>
export type DeskBody<N extends DeskCallName> = v.InferOutput<Calls[N]['body']>
export type DeskAnswer<N extends DeskCallName> = Calls[N]['answer'] extends v.GenericSchema
  ? v.InferOutput<Calls[N]['answer']>
  : Blob
