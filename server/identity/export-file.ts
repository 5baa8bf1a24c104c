import type { ObjectStore } from '#server/deps.ts'
import { imageKey } from '#server/images/store.ts'
import type { Db } from '#server/store/tables.ts'
import { zipWriter } from '#server/zip-writer.ts'
import { exportCustomer, photoFile } from './export.ts'
import { exportPage } from './export-page.ts'
import { consentText } from './export-texts.ts'
import type { CustomerRow } from './profile.ts'

export const EXPORT_DATA = 'customer.json'
export const EXPORT_PAGE = 'customer.html'
const README = 'README.txt'

/** `missing` is the number of photos in the database but not in the photo storage. */
export type Exported = { readonly photos: number; readonly missing: number }

type Source = { readonly db: Db; readonly objects: ObjectStore; readonly now: number }

export const photosOf = (db: Db, customerId: string) =>
  db
    .selectFrom('image')
    .select(['sha256', 'content_type'])
    .where('customer_id', '=', customerId)
    .orderBy('sha256')
    .execute()

/** Yields a ZIP file with all data about a customer. Only one photo is in memory at a time. */
export async function* exportFile(
  { db, objects, now }: Source,
  row: CustomerRow,
  onPhoto: () => void = () => undefined,
): AsyncGenerator<Uint8Array, Exported> {
  const zip = zipWriter(now)
  const data = await exportCustomer(db, row, now)
  yield* zip.add(EXPORT_PAGE, Buffer.from(exportPage(data, now)))
  yield* zip.add(EXPORT_DATA, Buffer.from(`${JSON.stringify(data, null, 2)}\n`))
  const consents = data.consent as readonly { readonly textFiles: readonly string[] }[]
  for (const name of new Set(consents.flatMap(consent => consent.textFiles)))
    yield* zip.add(name, Buffer.from(`${consentText(name)}\n`))
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

const readme = (missing: readonly string[]): string =>
  [
    'ไฟล์นี้คือสำเนาข้อมูลของคุณในกิจกรรมนี้',
    `เปิด ${EXPORT_PAGE} เพื่ออ่านข้อมูล ไฟล์ ${EXPORT_DATA} มีข้อมูลเดียวกันสำหรับโปรแกรม เวลาเป็น UTC`,
    'โฟลเดอร์ photos มีรูปใบเสร็จที่คุณส่ง โฟลเดอร์ texts มีข้อความที่คุณยินยอม ค่าในวงเล็บปีกกา เช่น {opens} ดูได้ในแอป',
    'ไม่มีรหัสลับสำหรับเข้าสู่ระบบ และก่อนประกาศผลจะไม่มีผลการจับรางวัล',
    '',
    'This file is a copy of your data in this campaign.',
    `Open ${EXPORT_PAGE} to read it. ${EXPORT_DATA} has the same records for programs, with times in UTC. The folder photos has`,
    'the receipt photos that you sent, and texts has what you agreed to; the app shows the values in braces, such as {opens}.',
    'Secrets for signing in are left out, and so is the result of the draw until it is announced.',
    ...(missing.length === 0
      ? []
      : ['', 'รูปที่หาไม่พบในที่เก็บรูปของเรา · Photos that are missing from our storage:', ...missing]),
    '',
  ].join('\r\n')
