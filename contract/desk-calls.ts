import type * as v from 'valibot'
import type * as definitions from '#contract/calls/generated/desk-definitions.ts'

/** Every call of the desk by name. */
export * as deskCalls from '#contract/calls/generated/desk-definitions.ts'

type Calls = typeof definitions
export type DeskCallName = keyof Calls
export type DeskParams<N extends DeskCallName> = v.InferOutput<Calls[N]['params']>
export type DeskQuery<N extends DeskCallName> = v.InferOutput<Calls[N]['query']>
export type DeskBody<N extends DeskCallName> = v.InferOutput<Calls[N]['body']>
export type DeskAnswer<N extends DeskCallName> = Calls[N]['answer'] extends v.GenericSchema
  ? v.InferOutput<Calls[N]['answer']>
  : Blob

/** The calls whose function the command line also runs. They need no second person. */
export type DeskDirectAction = {
  [N in DeskCallName]: Calls[N]['audit'] extends string ? N : never
}[DeskCallName]
export type DeskInput<N extends DeskCallName> = DeskParams<N> & DeskBody<N>
