/**
 * A prize of the draw. `picture` names a drawing in `src/ui/art/prizes.tsx`. `delivery`: the winner confirms a concert
 * seat (`seat`), enters an address (`shipped`), or collects the prize at a counter (`counter`).
 */
export type Prize = {
  /** Short name for the database and the command line. Never change it once customers can win the prize. */
  readonly key: string
  readonly titleTh: string
  readonly titleEn: string
  readonly textTh: string
  readonly textEn: string
  readonly picture: 'ticket' | 'case' | 'bag'
  /** Value of one prize in baht, including VAT. The permit and the winner's tax depend on it. */
  readonly valueBaht: number
  readonly count: number
  readonly delivery: 'seat' | 'shipped' | 'counter'
  readonly conditionsTh: readonly string[]
  readonly conditionsEn: readonly string[]
}

/** Listed in the order of the draw: the first ticket drawn wins the first prize. */
export const prizes: readonly Prize[] = [
  {
    key: 'concert',
    titleTh: 'บัตรคอนเสิร์ต ฟองฟู เฟส 2 ที่นั่ง',
    titleEn: 'Two Fongfu Fest concert tickets',
    textTh: 'บัตรแถวหน้า ไปกับคนรู้ใจได้เลย',
    textEn: 'Front row, for you and a friend',
    picture: 'ticket',
    valueBaht: 5000,
    count: 50,
    delivery: 'seat',
    conditionsTh: ['ผู้โชคดีเดินทางและดูแลค่าใช้จ่ายในการเดินทางเอง', 'แสดงบัตรประชาชนตัวจริงที่หน้างาน'],
    conditionsEn: ['Winners pay for their own travel', 'Show your ID card at the venue'],
  },
  {
    key: 'case',
    titleTh: 'ฟองฟูยกลัง 24 กระป๋อง',
    titleEn: 'A case of 24 cans of Fongfu',
    textTh: 'ส่งถึงบ้าน แช่เย็นรอได้เลย',
    textEn: 'Sent to your door, just add ice',
    picture: 'case',
    valueBaht: 480,
    count: 500,
    delivery: 'shipped',
    conditionsTh: ['จัดส่งเฉพาะที่อยู่ในประเทศไทย ไม่มีค่าใช้จ่าย'],
    conditionsEn: ['Sent free of charge to an address in Thailand'],
  },
]

export const reserves = 100
