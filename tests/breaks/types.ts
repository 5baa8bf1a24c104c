/**
 * A wrong line for one row of `docs/spec-coverage`. `find` must occur exactly once in `file`, within one line, and is
 * replaced by `replace`. The program must still parse, so that the cited test fails because of the program's behaviour.
 */
export type Break = { readonly file: string; readonly find: string; readonly replace: string }

/** The breaks for one part of the specification, as tuples keyed by row id. See `Break`. */
export type Breaks = Readonly<Record<string, readonly [file: string, find: string, replace: string]>>
