import type { Store } from '#contract/schema/master.ts'

export function findStores(stores: readonly Store[], sought: string): readonly Store[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return stores
  return stores.filter(store => {
    const names = [store.nameTh, store.chain, store.branch, store.nameEn, store.chainEn, store.branchEn]
    const name = names.join(' ').toLowerCase()
    return words.every(word => name.includes(word))
  })
}
