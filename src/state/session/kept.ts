import * as v from 'valibot'
import { type Guards, parseGuards, spentGuards } from '#src/domain/guards.ts'
import type { CachedIdentity, Verdict } from '#src/domain/startup/types.ts'
import type { Memo } from '#src/ports.ts'
import { DRAFTS } from '#src/state/drafts.ts'

/**
 * The few small facts that startup reads before anything else: they lie in storage that answers at once, because
 * opening the app never waits for the database.
 */
const IDENTITY = 'identity'
const VERDICT = 'verdict'
const GUARDS = 'guards'

const identity = v.object({
  customerId: v.string(),
  profile: v.object({
    userId: v.string(),
    displayName: v.string(),
    pictureUrl: v.nullable(v.string()),
  }),
})
const verdict = v.object({
  ended: v.boolean(),
  pending: v.boolean(),
  allowExternalBrowser: v.boolean(),
  at: v.number(),
  skew: v.number(),
})

/** An older build may have written something else: what does not fit is as if it had not been kept. */
function read<S extends v.GenericSchema>(text: string | null, schema: S): v.InferOutput<S> | null {
  if (text === null) return null
  try {
    const parsed = v.safeParse(schema, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

export function keptFacts(memo: Memo) {
  return {
    identity: (): CachedIdentity | null => read(memo.phone.get(IDENTITY), identity),
    keepIdentity: (value: CachedIdentity | null): void =>
      memo.phone.set(IDENTITY, value && JSON.stringify(value)),
    verdict: (): Verdict | null => read(memo.phone.get(VERDICT), verdict),
    keepVerdict: (value: Verdict): void => memo.phone.set(VERDICT, JSON.stringify(value)),
    guards: (now: number): Guards => (memo.lasts() ? parseGuards(memo.tab.get(GUARDS)) : spentGuards(now)),
    /** Half-filled forms of this tab, which are the customer's who filled them. */
    dropDrafts: (): void => memo.tab.drop(DRAFTS),
    keepGuards: (value: Guards): void => memo.tab.set(GUARDS, JSON.stringify(value)),
  }
}
export type Kept = ReturnType<typeof keptFacts>
