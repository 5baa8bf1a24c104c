import type { Store } from '#contract/schema/master.ts'

/** Thai names are romanised in various ways: "Lat Phrao" or "Ladprao", "Sathon" or "Sathorn". */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/([ptkc])h/g, '$1'],
  [/ee/g, 'i'],
  [/oo/g, 'u'],
  [/d/g, 't'],
  [/b/g, 'p'],
  [/g/g, 'k'],
  [/j/g, 'c'],
  [/v/g, 'w'],
  [/r(?![aeiou])/g, ''],
  // Remove spaces after handling "ch", so that "Big C Hat Yai" contains none.
  [/[\s\p{P}\u200b]+/gu, ''],
  [/([a-z])\1+/g, '$1'],
]

const folded = (text: string): string =>
  SPELLINGS.reduce((done, [pattern, spelling]) => done.replace(pattern, spelling), text.toLowerCase())

/** Cached: each keystroke runs a search, and a campaign can have thousands of stores. */
const foldedNames = new WeakMap<Store, string>()

function namesOf(store: Store): string {
  const known = foldedNames.get(store)
  if (known !== undefined) return known
  const names = [store.nameTh, store.chain, store.branch, store.nameEn, store.chainEn, store.branchEn]
  const name = names.map(one => folded(one ?? '')).join(' ')
  foldedNames.set(store, name)
  return name
}

/** Finds the stores whose Thai or English names contain every search word, in any romanisation. */
export function findStores(stores: readonly Store[], sought: string): readonly Store[] {
  const words = sought.split(/\s+/).map(folded).filter(Boolean)
  if (words.length === 0) return stores
  return stores.filter(store => words.every(word => namesOf(store).includes(word)))
}
