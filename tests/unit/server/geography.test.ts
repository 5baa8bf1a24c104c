import { expect, test } from 'vitest'
import { deriveGeography, loadGeography } from '#server/data/geography.ts'
import { provinceNamesEn } from '#server/data/province-names.ts'

const geography = await loadGeography()
const { provinces, districts, subdistricts } = geography

test('Thailand has 77 provinces, 928 districts and 7,475 subdistricts', () =>
  expect([provinces.length, districts.length, subdistricts.length]).toEqual([77, 928, 7475]))

test('every id is unique', () => {
  for (const list of [provinces, districts, subdistricts])
    expect(new Set(list.map(place => place.id)).size).toBe(list.length)
})

test('every place has its parent, and its id starts with the parent’s id', () => {
  const provinceIds = new Set(provinces.map(p => p.id))
  const districtIds = new Set(districts.map(d => d.id))
  expect(districts.filter(d => !provinceIds.has(d.provinceId))).toEqual([])
  expect(subdistricts.filter(s => !districtIds.has(s.districtId))).toEqual([])
  expect(districts.filter(d => Math.floor(d.id / 100) !== d.provinceId)).toEqual([])
})

test('every postal code has five digits', () =>
  expect(subdistricts.filter(s => !/^[1-9]\d{4}$/.test(s.postalCode))).toEqual([]))

test('Bangkok has 50 districts, and every list is short enough for a plain select', () => {
  const sizes = provinces.map(p => districts.filter(d => d.provinceId === p.id).length)
  expect(districts.filter(d => d.provinceId === 10)).toHaveLength(50)
  expect(Math.max(...sizes)).toBe(50)
  const largest = Math.max(...districts.map(d => subdistricts.filter(s => s.districtId === d.id).length))
  expect(largest).toBeLessThanOrEqual(25)
})

test('names are Thai without extra spaces, and provinces also have English names', () => {
  const names = [...provinces, ...districts, ...subdistricts].map(place => place.nameTh)
  expect(names.filter(name => !/^[\u0e00-\u0e7f]/.test(name) || /\s\s|^\s|\s$/.test(name))).toEqual([])
  expect(provinces.filter(p => provinceNamesEn[p.id] !== p.nameEn || !/^[A-Z]/.test(p.nameEn))).toEqual([])
  expect(Object.keys(provinceNamesEn)).toHaveLength(77)
  expect(provinces.find(p => p.id === 10)).toEqual({ id: 10, nameTh: 'กรุงเทพมหานคร', nameEn: 'Bangkok' })
})

test('a district keeps its name although some source entries have its neighbour’s', () => {
  const nameOf = (id: number) => districts.find(d => d.id === id)?.nameTh
  expect([nameOf(3803), nameOf(3804)]).toEqual(['โซ่พิสัย', 'พรเจริญ'])
})

test('postal codes without a place are skipped', () => {
  const empty = { zipCode: '81180', subDistrictList: null, districtList: null, provinceList: null }
  expect(deriveGeography([empty])).toEqual({ provinces: [], districts: [], subdistricts: [] })
})
