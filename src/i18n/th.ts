import { campaign } from '#campaign/texts.th.ts'
import { common } from './th/common.ts'
import { home } from './th/home.ts'
import { loading } from './th/loading.ts'

/** Thai strings in the entry script: startup, home, and messages that must work without a network. */
export const first = { ...common, ...loading, ...campaign, ...home } as const
