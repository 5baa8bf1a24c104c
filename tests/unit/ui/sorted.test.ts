// @vitest-environment node
import { expect, test } from 'vitest'
import { loadGeography } from '#server/data/geography.ts'
import { sortedByName } from '#src/i18n/sorted.ts'

const itself = (name: string) => name

test('the names of all Thai places are sorted as the platform sorts them', async () => {
  const { provinces, districts, subdistricts } = await loadGeography()
  const { compare } = new Intl.Collator('th')
  for (const places of [provinces, districts, subdistricts]) {
    const names = [...new Set(places.map(({ nameTh }) => nameTh))]
    expect(names.length).toBeGreaterThan(70)
    expect(sortedByName(names, itself)).toEqual([...names].sort(compare))
  }
})

test('and the English names of the provinces', async () => {
  const { provinces } = await loadGeography()
  const names = provinces.map(({ nameEn }) => nameEn)
  expect(sortedByName(names, itself)).toEqual([...names].sort(new Intl.Collator('en').compare))
})

test('what has one name keeps its order', () => {
  const places = [{ id: 2 }, { id: 1 }].map(({ id }) => ({ id, name: 'ในเมือง' }))
  expect(sortedByName(places, ({ name }) => name)).toEqual(places)
})
