import type { Store } from '#contract/schema/master.ts'

/**
 * Returns the stores whose name, chain or branch contains every word of the search. Word order and spacing
 * are ignored.
 */
export function findStores(stores: readonly Store[], sought: string): readonly Store[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return stores
  return stores.filter(store => {
    const name = `${store.nameTh} ${store.chain} ${store.branch}`.toLowerCase()
    return words.every(word => name.includes(word))
  })
}
