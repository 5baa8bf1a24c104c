import { campaign } from '#campaign/texts.th.ts'
import { common } from './th/common.ts'
import { home } from './th/home.ts'
import { loading } from './th/loading.ts'
import type { later } from './th-later.ts'

/** The Thai texts of the first script: what startup and home say, and what any screen may say without a network. */
export const first = { ...common, ...loading, ...campaign, ...home } as const

/** All Thai texts that any screen may say. `{name}` is filled in by `t(key, {name})`. */
export type Thai = typeof first & typeof later
