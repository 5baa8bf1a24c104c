import type { ComponentType, ReactNode } from 'react'
import { queuedJob, someReward } from '#tests/kit/fake-data.ts'
import type { FakeState } from '#tests/kit/fake-state.ts'

/** One screenshot of the gallery. `act` lists buttons to press first, by their text. */
export type Case = {
  readonly screen: ReactNode
  readonly path?: string
  readonly route?: string
  readonly state?: Partial<FakeState>
  readonly act?: readonly string[]
  /** Values to type after the presses, by field name. */
  readonly fill?: Readonly<Record<string, string>>
  /** True to move the slide to its end after everything else. */
  readonly slide?: boolean
  readonly toast?: string
}

export const of = (Screen: ComponentType, more: Omit<Case, 'screen'> = {}): Case => ({
  screen: <Screen />,
  ...more,
})

export const offline = { connection: 'unreachable' as const, jobs: [queuedJob] }
export const wonReward = { ...someReward, luckyDraw: { ...someReward.luckyDraw, state: 'won' as const } }
