import type { StaffPlace } from '#contract/desk/people.ts'
import type { Role } from '#contract/desk/roles.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import type { Random } from '#server/random.ts'
import type { Db } from '#server/store/tables.ts'

/** Two managers, because the draw, exports and erasures need a second person. */
const people: readonly {
  readonly name: string
  readonly role: Role
  readonly place?: StaffPlace & string
}[] = [
  { name: 'มะลิ (ผู้จัดการ)', role: 'manager' },
  { name: 'ธนา (ผู้จัดการคนที่สอง)', role: 'manager' },
  { name: 'ฝน (ผู้ตรวจใบเสร็จ)', role: 'reviewer' },
  { name: 'บีม (บริการลูกค้า)', role: 'support' },
  { name: 'นก (ผู้ตรวจสอบ)', role: 'auditor' },
  { name: 'แพร (หน้างาน)', role: 'staff', place: 'event' },
]

export async function addDemoPeople(
  db: Db,
  { now, random }: { readonly now: number; readonly random: Random },
): Promise<void> {
  if (await db.selectFrom('desk_person').select('id').limit(1).executeTakeFirst()) return
  await db
    .insertInto('desk_person')
    .values(
      people.map((person, index) => ({
        id: uuidv7(now + index, random.bytes(16)),
        ...person,
        state: 'active' as const,
        created_at: now + index,
        created_by: null,
        approves_from: 0,
        given_by: '[]',
        given_at: now,
      })),
    )
    .execute()
}
