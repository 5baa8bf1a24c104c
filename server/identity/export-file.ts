import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { ObjectStore } from '#server/deps.ts'
import { imageKey } from '#server/images/store.ts'
import type { Db } from '#server/store/tables.ts'
import { exportCustomer, photoFile } from './export.ts'
import type { CustomerRow } from './profile.ts'

export const EXPORT_DATA = 'customer.json'
const README = 'README.txt'

/** What an export contains. `missing` photos are recorded in the database but were not found in the photo storage. */
export type Exported = { readonly photos: number; readonly missing: number }

type Source = { readonly db: Db; readonly objects: ObjectStore; readonly now: number }

/** Returns the ids of the customer's photos. */
export const photosOf = (db: Db, customerId: string) =>
  db
    .selectFrom('image')
    .select(['sha256', 'content_type'])
    .where('customer_id', '=', customerId)
    .orderBy('sha256')
    .execute()

/**
 * Yields the bytes of a ZIP file with everything that is stored about a customer: `customer.json`, `photos/…` and
 * `README.txt`. Only one photo is in memory at a time. `onPhoto` is called after each photo.
 */
export async function* exportFile(
  { db, objects, now }: Source,
  row: CustomerRow,
  onPhoto: () => void = () => undefined,
): AsyncGenerator<Uint8Array, Exported> {
  const zip = zipWriter(now)
  yield* zip.add(EXPORT_DATA, Buffer.from(`${JSON.stringify(await exportCustomer(db, row, now), null, 2)}\n`))
  const missing: string[] = []
  const images = await photosOf(db, row.id)
  for (const { sha256, content_type } of images) {
    const name = photoFile(sha256, content_type)
    const bytes = await objects.get(imageKey({ customerId: row.id, sha256 }))
    if (bytes === null) missing.push(name)
    else yield* zip.add(name, bytes, 'stored')
    onPhoto()
  }
  yield* zip.add(README, Buffer.from(readme(missing)))
  yield* zip.end()
  return { photos: images.length - missing.length, missing: missing.length }
}

/** Packs files one after the other. Each call returns the bytes that are ready to be written. */
function zipWriter(now: number) {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
  })
  const taken = () => {
    const bytes = ready
    ready = []
    return bytes
  }
  return {
    add(name: string, bytes: Uint8Array, how: 'compressed' | 'stored' = 'compressed') {
      const file = how === 'stored' ? new ZipPassThrough(name) : new ZipDeflate(name)
      file.mtime = now
      zip.add(file)
      file.push(bytes, true)
      return taken()
    },
    end() {
      zip.end()
      return taken()
    },
  }
}

const readme = (missing: readonly string[]): string =>
  [
    'ไฟล์นี้คือสำเนาข้อมูลของคุณในกิจกรรมนี้',
    `${EXPORT_DATA} มีข้อมูลทุกรายการที่เราเก็บเกี่ยวกับคุณ เวลาเป็น UTC ส่วนโฟลเดอร์ photos มีรูปใบเสร็จที่คุณส่ง`,
    'ไม่มีรหัสลับสำหรับเข้าสู่ระบบ และก่อนประกาศผลจะไม่มีผลการจับรางวัล',
    '',
    'This file is a copy of your data in this campaign.',
    `${EXPORT_DATA} has every record that we keep about you, with times in UTC. The folder photos has the receipt photos that`,
    'you sent. Secrets for signing in are left out, and so is the result of the draw until it is announced.',
    ...(missing.length === 0
      ? []
      : ['', 'รูปที่หาไม่พบในที่เก็บรูปของเรา · Photos that are missing from our storage:', ...missing]),
    '',
  ].join('\r\n')
