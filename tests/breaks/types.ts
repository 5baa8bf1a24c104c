/**
 * A wrong line for one row of `docs/spec-coverage`. `find` must occur exactly once in `file`, within one line; `replace`
 * takes its place. The program must still parse, so that the cited test fails because of what the program does.
 */
export type Break = { readonly file: string; readonly find: string; readonly replace: string }

/** The breaks of one part of the specification, by row id. */
export type Breaks = Readonly<Record<string, readonly [file: string, find: string, replace: string]>>
