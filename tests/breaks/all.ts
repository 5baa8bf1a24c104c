import { s1 } from './s1-product.ts'
import { s2 } from './s2-screens.ts'
import { s3 } from './s3-entities.ts'
import { s4 } from './s4-states.ts'
import { s5 } from './s5-validation.ts'
import { s6 } from './s6-permissions.ts'
import { s7 } from './s7-calls.ts'
import { s8 } from './s8-errors.ts'
import { s9 } from './s9-constants.ts'
import type { Break, Breaks } from './types.ts'

/** The breaks of each part, so that a test can check that no two parts have the same row. */
export const breaksByPart: readonly Breaks[] = [s1, s2, s3, s4, s5, s6, s7, s8, s9]

/** One wrong line for each row of `docs/spec-coverage` that `not-broken.ts` does not list. */
export const breaks: Readonly<Record<string, Break>> = Object.fromEntries(
  breaksByPart
    .flatMap(part => Object.entries(part))
    .map(([id, [file, find, replace]]) => [id, { file, find, replace }]),
)
