import type { Body } from '#contract/calls.ts'
import type { LineUser } from '#server/auth/line-user.ts'
import { sha256Hex } from '#server/hash.ts'
import type { Random } from '#server/random.ts'
import { pickBelow, pickFrom } from './seeded-random.ts'

/** `wait`: the receipt stays pending until the last review. */
type Decision = 'approve' | 'reject' | 'wait'

export type Person = {
  readonly user: LineUser
  readonly profile: Pick<Body<'register'>, 'firstName' | 'lastName' | 'birthDate' | 'gender'>
  readonly answers: boolean
  readonly receipts: readonly { readonly baht: number; readonly decision: Decision }[]
}

const WOMEN = [
  ...(['กนกวรรณ', 'กัญญา', 'จันทร์เพ็ญ', 'จิราพร', 'ชลธิชา', 'ณัฐริกา', 'ดวงใจ', 'นภัสสร', 'นิภา', 'ปวีณา'] as const),
  ...(['พิมพ์ชนก', 'เพ็ญศรี', 'มาลี', 'รุ่งทิพย์', 'วราภรณ์', 'ศิริพร', 'สุดารัตน์', 'อรุณี', 'อัญชลี', 'เอมอร'] as const),
] as const
const MEN = [
  ...(['กฤษณะ', 'กิตติ', 'เกรียงไกร', 'จักรพงษ์', 'เฉลิมชัย', 'ชัยวัฒน์', 'ณรงค์', 'ธนกร', 'นพดล', 'ประสิทธิ์'] as const),
  ...(['ปิยะ', 'พงศกร', 'ภูวดล', 'มานพ', 'วิชัย', 'ศักดิ์ชัย', 'สมชาย', 'สุรเดช', 'อนันต์', 'เอกชัย'] as const),
] as const
const LAST_NAMES = [
  ...(['แก้วมณี', 'คงสุข', 'จันทร์แจ่ม', 'เจริญผล', 'ชูใจ', 'ดวงแก้ว', 'ทองดี', 'นาคสวัสดิ์', 'บุญมา', 'ประเสริฐ'] as const),
  ...([
    'พงษ์ไพบูลย์',
    'มั่นคง',
    'รักไทย',
    'วงศ์สวัสดิ์',
    'ศรีสุข',
    'สมบูรณ์',
    'สายทอง',
    'แสงจันทร์',
    'อินทร์แก้ว',
    'อยู่เย็น',
  ] as const),
] as const

const FIRST_BIRTH_YEAR = 1965
const BIRTH_YEARS = 40
const MOST_RECEIPTS = 4
const two = (number: number): string => String(number).padStart(2, '0')

/** `index` makes the LINE account unique. */
export function makePerson(index: number, random: Random): Person {
  const woman = pickBelow(random, 2) === 0
  const firstName = pickFrom(random, woman ? WOMEN : MEN)
  const year = FIRST_BIRTH_YEAR + pickBelow(random, BIRTH_YEARS)
  const receipts = Array.from({ length: 1 + pickBelow(random, MOST_RECEIPTS) }, () => ({
    baht: 100 + pickBelow(random, 800),
    decision: decisionFrom(pickBelow(random, 20)),
  }))
  return {
    user: {
      lineUserId: `U${sha256Hex(`rehearsal ${index}`).slice(0, 32)}`,
      displayName: firstName,
      pictureUrl: null,
    },
    profile: {
      firstName,
      lastName: pickFrom(random, LAST_NAMES),
      birthDate: `${year}-${two(1 + pickBelow(random, 12))}-${two(1 + pickBelow(random, 28))}`,
      gender: woman ? 'female' : 'male',
    },
    answers: pickBelow(random, 3) > 0,
    receipts,
  }
}

/** `dice` is from 0 to 19: 10 % of receipts are rejected, and 5 % are reviewed late. */
function decisionFrom(dice: number): Decision {
  if (dice < 2) return 'reject'
  return dice < 3 ? 'wait' : 'approve'
}
