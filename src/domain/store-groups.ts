import type { Store } from '#contract/schema/master.ts'

export function groupByChain(stores: readonly Store[]): readonly (readonly [string, readonly Store[]])[] {
  const groups = new Map<string, Store[]>()
  for (const store of stores) groups.set(store.chain, [...(groups.get(store.chain) ?? []), store])
  return [...groups]
}
