import type { ComponentType, ReactNode } from 'react'
import { concert } from '#tests/kit/drawn.ts'
import { queuedJob, someReward } from '#tests/kit/fake-data.ts'
import type { FakeState } from '#tests/kit/fake-state.ts'

export type Case = {
  readonly screen: ReactNode
  readonly path?: string
  readonly route?: string
  readonly state?: Partial<FakeState>
  readonly act?: readonly string[]
  /** Values to type after the buttons were pressed, by field name. */
  readonly fill?: Readonly<Record<string, string>>
  /** True to move the slider to its end, after all other steps. */
  readonly slide?: boolean
  readonly toast?: string
}

export const of = (Screen: ComponentType, more: Omit<Case, 'screen'> = {}): Case => ({
  screen: <Screen />,
  ...more,
})

export const offline = { connection: 'unreachable' as const, jobs: [queuedJob] }
export const wonReward = {
  ...someReward,
  luckyDraw: { ...someReward.luckyDraw, state: 'won' as const, prize: concert },
}
