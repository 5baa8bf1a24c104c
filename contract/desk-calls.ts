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

/** Calls that are also verbs of the command line. They do not need a second person's approval. */
export type DeskDirectAction = {
  [N in DeskCallName]: Calls[N]['audit'] extends string ? N : never
}[DeskCallName]
export type DeskInput<N extends DeskCallName> = DeskParams<N> & DeskBody<N>
