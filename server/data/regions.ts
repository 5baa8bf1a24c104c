import type { RegionName } from '#contract/desk/regions.ts'

/** Official codes of the provinces in the six regions of the Royal Institute (1977). */
const provinces: Readonly<Record<RegionName, readonly number[]>> = {
  north: [50, 51, 52, 53, 54, 55, 56, 57, 58],
  northeast: [30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49],
  central: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 26, 60, 61, 62, 64, 65, 66, 67, 72, 73, 74, 75],
  east: [20, 21, 22, 23, 24, 25, 27],
  west: [63, 70, 71, 76, 77],
  south: [80, 81, 82, 83, 84, 85, 86, 90, 91, 92, 93, 94, 95, 96],
}

const regions = new Map(
  (Object.entries(provinces) as [RegionName, readonly number[]][]).flatMap(([region, ids]) =>
    ids.map(id => [id, region] as const),
  ),
)

export const regionOf = (provinceId: number): RegionName | null => regions.get(provinceId) ?? null
