import type { Store } from '#contract/schema/master.ts'

/** Stores whose name, chain or branch has every word that is sought, however spaced and in any order. */
export function findStores(stores: readonly Store[], sought: string): readonly Store[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return stores
  return stores.filter(store => {
    const name = `${store.nameTh} ${store.chain} ${store.branch}`.toLowerCase()
    return words.every(word => name.includes(word))
  })
}
