import type { Db, Tables } from '#server/store/tables.ts'
import type { Cell, Cells } from './cell.ts'
import { column, type ExportColumn, width } from './export-table.ts'

/** Columns in the order of a Thai parcel label. Place names are Thai in every language. */
export const addressColumns: readonly ExportColumn[] = [
  column('ที่อยู่', 'Address', 40),
  column('ตำบล/แขวง', 'Subdistrict', width.name),
  column('อำเภอ/เขต', 'District', width.name),
  column('จังหวัด', 'Province', width.name),
  column('รหัสไปรษณีย์', 'Postal code', width.short),
]

export const NO_ADDRESS: Cells = addressColumns.map(() => null)

type Located = Pick<
  Tables['customer'],
  'address_line' | 'subdistrict_id' | 'district_id' | 'province_id' | 'postal_code'
>
type Nullable<T> = { readonly [K in keyof T]: T[K] | null }
type Names = Awaited<ReturnType<typeof addressNames>>

const partsOf = (row: Nullable<Located>, names: Names) => ({
  line: row.address_line,
  subdistrict: names.subdistrict.get(row.subdistrict_id ?? 0) ?? null,
  district: names.district.get(row.district_id ?? 0) ?? null,
  province: names.province.get(row.province_id ?? 0) ?? null,
  postalCode: row.postal_code,
})

export function addressCells(row: Nullable<Located>, names: Names): Cell[] {
  const { line, subdistrict, district, province, postalCode } = partsOf(row, names)
  return [line, subdistrict, district, province, postalCode]
}

/** Bangkok's official number. Its districts and subdistricts have different prefixes from those of the provinces. */
const BANGKOK = 10

type Addressee = Nullable<Pick<Tables['customer'], 'first_name' | 'last_name'>> & {
  readonly phone: string | null
}

export function parcelLabel(
  row: Nullable<Located>,
  { first_name, last_name, phone }: Addressee,
  names: Names,
): string {
  const { line, subdistrict, district, province, postalCode } = partsOf(row, names)
  const [sub, dist, prov] = row.province_id === BANGKOK ? ['แขวง', 'เขต', ''] : ['ต.', 'อ.', 'จ.']
  const named = (prefix: string, name: string | null) =>
    name === null || name.startsWith(prefix) ? name : `${prefix}${name}`
  const joined = (...parts: (string | null)[]) => parts.filter(part => part !== null).join(' ')
  return [
    joined(first_name, last_name),
    line ?? '',
    joined(named(sub, subdistrict), named(dist, district)),
    joined(named(prov, province), postalCode),
    phone === null ? '' : `โทร. ${phone}`,
  ]
    .filter(text => text !== '')
    .join('\n')
}

export async function addressNames(db: Db) {
  const namesIn = async (table: 'province' | 'district' | 'subdistrict') => {
    const rows = await db.selectFrom(table).select(['id', 'name_th']).execute()
    return new Map(rows.map(row => [row.id, row.name_th]))
  }
  return {
    province: await namesIn('province'),
    district: await namesIn('district'),
    subdistrict: await namesIn('subdistrict'),
  }
}
