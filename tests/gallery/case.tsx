import type { ComponentType, ReactNode } from 'react'
import { queuedJob, someReward } from '#tests/kit/fake-data.ts'
import type { FakeState } from '#tests/kit/fake-state.ts'

/** One picture of the gallery. `act`: buttons to press, by their text, before it is taken. */
export type Case = {
  readonly screen: ReactNode
  readonly path?: string
  readonly route?: string
  readonly state?: Partial<FakeState>
  readonly act?: readonly string[]
  /** Typed into fields by their names, after the presses. */
  readonly fill?: Readonly<Record<string, string>>
  /** The slide is moved to its end, last of all. */
  readonly slide?: boolean
  readonly toast?: string
}

export const of = (Screen: ComponentType, more: Omit<Case, 'screen'> = {}): Case => ({
  screen: <Screen />,
  ...more,
})

export const offline = { connection: 'unreachable' as const, jobs: [queuedJob] }
export const wonReward = { ...someReward, luckyDraw: { ...someReward.luckyDraw, state: 'won' as const } }
