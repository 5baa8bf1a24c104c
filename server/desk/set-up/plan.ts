import type { EffectKind, SetUpChange, SetUpPreview } from '#contract/desk/set-up.ts'
import type { Campaign } from '#server/campaign/clock.ts'
import type { AdvertisedPrize } from '#server/draw/advertised.ts'
import type { Random } from '#server/random.ts'
import type { Db } from '#server/store/tables.ts'

type Effect = SetUpPreview['effects'][number]
type Difference = SetUpPreview['differences'][number]
export type Line = SetUpPreview['lines'][number]

export type Of<K extends SetUpChange['kind']> = Extract<SetUpChange, { kind: K }>

export type Around = {
  readonly db: Db
  readonly campaign: Campaign
  readonly advertised: readonly AdvertisedPrize[]
  readonly now: number
  readonly random: Random
}

/** An allowed change: its effects, and the function that carries it out. */
export type Plan = {
  readonly differences: readonly Difference[]
  readonly effects: readonly Effect[]
  readonly lines?: readonly Line[]
  /** Stores the change in the current transaction. Returns the detail for the audit log. */
  readonly apply: () => Promise<Readonly<Record<string, unknown>>>
}

type More = Partial<Omit<Effect, 'kind'>>

export const effect = (
  kind: EffectKind,
  { count = null, text = null, isWarning = false }: More = {},
): Effect => ({
  kind,
  count,
  text,
  isWarning,
})

export const counted = (kind: EffectKind, count: number, more: Omit<More, 'count'> = {}): Effect[] =>
  count > 0 ? [effect(kind, { count, ...more })] : []
