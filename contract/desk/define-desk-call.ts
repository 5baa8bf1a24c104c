import type * as v from 'valibot'
import { noFields } from '#contract/schema/common.ts'
import { DESK_BODY_BYTES } from './limits.ts'
import type { Permission } from './roles.ts'

type Schema = v.GenericSchema

export type DeskCallDefinition = {
  readonly method: 'GET' | 'POST'
  /** Starts with `/desk-api/`. `:name` stands for a parameter. */
  readonly path: string
  /** Who may make the call. One permission from a list is enough. */
  readonly who: 'anyone' | 'signed-in' | Permission | readonly Permission[]
  /** True if the passkey must have been used within the last `FRESH_MS`. */
  readonly fresh: boolean
  readonly bodyBytes: number
  readonly params: Schema
  readonly query: Schema
  readonly body: Schema
  /** Null if the response is a file. */
  readonly answer: Schema | null
  readonly summary: string
}

type Given = Pick<DeskCallDefinition, 'method' | 'path' | 'who' | 'answer' | 'summary'> &
  Partial<DeskCallDefinition>
type Or<T, K extends keyof DeskCallDefinition> = T extends Record<K, infer Value> ? Value : typeof noFields

type Defined<T extends Given> = Omit<DeskCallDefinition, 'params' | 'query' | 'body' | keyof T> &
  Omit<T, 'params' | 'query' | 'body'> & {
    readonly params: Or<T, 'params'>
    readonly query: Or<T, 'query'>
    readonly body: Or<T, 'body'>
  }

export const defineDeskCall = <const T extends Given>(given: T): Defined<T> =>
  ({
    fresh: false,
    bodyBytes: DESK_BODY_BYTES,
    params: noFields,
    query: noFields,
    body: noFields,
    ...given,
  }) as unknown as Defined<T>
