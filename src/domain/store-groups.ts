import type { Store } from '#contract/schema/master.ts'

/** Groups stores by chain. Chains and the stores in each keep the order of the list. */
export function groupByChain(stores: readonly Store[]): readonly (readonly [string, readonly Store[]])[] {
  const groups = new Map<string, Store[]>()
  for (const store of stores) groups.set(store.chain, [...(groups.get(store.chain) ?? []), store])
  return [...groups]
}
