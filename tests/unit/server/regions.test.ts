import { expect, test } from 'vitest'
import { loadGeography } from '#server/data/geography.ts'
import { provinceNamesEn } from '#server/data/province-names.ts'
import { regionOf } from '#server/data/regions.ts'

test('every province is in one of the six regions', async () => {
  const { provinces } = await loadGeography()
  const counted = new Map<string | null, number>()
  for (const { id } of provinces) counted.set(regionOf(id), (counted.get(regionOf(id)) ?? 0) + 1)
  expect(Object.fromEntries(counted)).toEqual({
    north: 9,
    northeast: 20,
    central: 22,
    east: 7,
    west: 5,
    south: 14,
  })
})

test('provinces at the borders of two regions are where the Royal Institute puts them', () => {
  const region = (name: string) =>
    regionOf(Number(Object.keys(provinceNamesEn).find(id => provinceNamesEn[Number(id)] === name)))
  expect(['Tak', 'Sukhothai', 'Uttaradit', 'Phetchaburi', 'Nakhon Nayok', 'Chumphon'].map(region)).toEqual([
    'west',
    'central',
    'north',
    'west',
    'central',
    'south',
  ])
  expect(regionOf(98)).toBeNull()
})
