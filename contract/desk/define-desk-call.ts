import type * as v from 'valibot'
import { noFields } from '#contract/schema/common.ts'
import { DESK_BODY_BYTES } from './limits.ts'
import type { Permission } from './roles.ts'

type Schema = v.GenericSchema

/** Everything that the desk's pages, its server and the tests need to know about one call of the desk. */
export type DeskCallDefinition = {
  /** GET reads, POST changes something. */
  readonly method: 'GET' | 'POST'
  /** Path with `:name` for parameters; always begins with `/desk-api/`. */
  readonly path: string
  /**
   * Who may make the call: `anyone` without a session, every person who is `signed-in`, or those with a permission; for a
   * list, with one of them.
   */
  readonly who: 'anyone' | 'signed-in' | Permission | readonly Permission[]
  /** True if the person must have used the passkey within `FRESH_MS`. */
  readonly fresh: boolean
  /** Maximum size of the body in bytes. */
  readonly bodyBytes: number
  readonly params: Schema
  readonly query: Schema
  readonly body: Schema
  /** The answer's JSON; null if the answer is a file. */
  readonly answer: Schema | null
  /** What the call does, in one line. */
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

/** Completes a call with the defaults: no input, no fresh passkey. */
export const defineDeskCall = <const T extends Given>(given: T): Defined<T> =>
  ({
    fresh: false,
    bodyBytes: DESK_BODY_BYTES,
    params: noFields,
    query: noFields,
    body: noFields,
    ...given,
  }) as unknown as Defined<T>
