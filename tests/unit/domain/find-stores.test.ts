import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Store } from '#contract/schema/master.ts'
import { parseCsv } from '#server/data/csv.ts'
import { findStores } from '#src/domain/find-stores.ts'

const [head, ...lines] = parseCsv(readFileSync('campaign/stores.csv', 'utf8'), ',')
const stores = lines.map(({ fields }, index): Store => {
  const cell = (column: string) => fields[head?.fields.indexOf(column) ?? -1] ?? ''
  const [nameTh, chain, branch] = [cell('nameTh'), cell('chain'), cell('branch')]
  const [nameEn, chainEn, branchEn] = [cell('nameEn'), cell('chainEn'), cell('branchEn')]
  return { id: index, provinceId: 10, receiptNoHint: null, nameTh, chain, branch, nameEn, chainEn, branchEn }
})
const found = (sought: string) => findStores(stores, sought).map(({ branch }) => branch)

test('every store of the campaign has an English name', () => {
  expect(stores.filter(one => !one.nameEn || !one.chainEn || !one.branchEn)).toEqual([])
})

test.each([
  ['silom', 'สีลม'],
  ['Si Lom', 'สีลม'],
  ['SILOM', 'สีลม'],
  ['see lom', 'สีลม'],
  ['สีลม', 'สีลม'],
  ['ladprao', 'ลาดพร้าว 71'],
  ['lat phrao', 'ลาดพร้าว 71'],
  ['thonglor', 'ทองหล่อ'],
  ['aree', 'อารีย์'],
  ['bandee silom', 'สีลม'],
  ['rama9', 'พระราม 9'],
  ['บ้านดี สีลม', 'สีลม'],
])('"%s" finds the store %s', (sought, branch) => {
  expect(found(sought)).toContain(branch)
  expect(found(sought).length).toBeLessThan(4)
})

test.each(['hatyai', 'hat yai', 'Big C Hat Yai', 'bigc'])('"%s" finds Big C Hat Yai', sought => {
  const [nameTh, chain, branch, nameEn] = ['บิ๊กซี หาดใหญ่', 'บิ๊กซี', 'หาดใหญ่', 'Big C Hat Yai']
  const store: Store = { id: 1, provinceId: 90, receiptNoHint: null, nameTh, chain, branch, nameEn }
  expect(findStores([store], sought)).toEqual([store])
})

test.each(['', ' ', '-'])('"%s" finds all stores', sought => {
  expect(found(sought)).toHaveLength(stores.length)
})

test.each(['paris', 'ร้านที่ไม่มี', '🙂'])('"%s" finds no store', sought => {
  expect(found(sought)).toEqual([])
})
