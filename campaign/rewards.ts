/** A reward that a customer can use once. `picture` names an icon. */
export type Reward = {
  readonly type: 'welcome' | 'answer' | 'receipt' | 'gift' | 'concert' | 'consolation'
  readonly titleTh: string
  readonly titleEn: string
  readonly textTh: string
  readonly textEn: string
  readonly picture: 'gift' | 'chat' | 'can' | 'bag' | 'ticket'
  /** Value in baht, including VAT. Null for a winner's seat, which has the prize's value. */
  readonly valueBaht: number | null
  readonly conditionsTh: readonly string[]
  readonly conditionsEn: readonly string[]
  /**
   * What unlocks the reward: registering, an answer, an approved receipt, confirming a prize that is not shipped
   * (`winner`) or, for `consolation`, having an entry and not winning (`lost`).
   */
  readonly unlockedBy: 'registered' | 'answer' | 'receipt' | 'winner' | 'lost'
  /** True if staff at the counter must enter their PIN. */
  readonly needsStaff?: boolean
  /** Available quantity; unlimited if missing. */
  readonly stock?: number
  /** First and last moment of use. Without them, the reward is available while the campaign is open. */
  readonly opens?: string
  readonly closes?: string
  /** True if home lists the reward with the prizes. */
  readonly onHome?: boolean
}

/** Shown in this order in the app. */
export const rewards: readonly Reward[] = [
  {
    type: 'welcome',
    titleTh: 'คูปองต้อนรับสมาชิกใหม่',
    titleEn: 'Welcome coupon',
    textTh: 'ลด 10 บาท เมื่อซื้อฟองฟู',
    textEn: '10 baht off any Fongfu',
    picture: 'gift',
    valueBaht: 10,
    conditionsTh: [],
    conditionsEn: [],
    unlockedBy: 'registered',
  },
  {
    type: 'answer',
    titleTh: 'ส่วนลดสำหรับผู้ร่วมตอบคำถาม',
    titleEn: 'Discount for answering',
    textTh: 'ลด 20 บาท เมื่อซื้อฟองฟู 2 กระป๋อง',
    textEn: '20 baht off two cans of Fongfu',
    picture: 'chat',
    valueBaht: 20,
    conditionsTh: [],
    conditionsEn: [],
    unlockedBy: 'answer',
  },
  {
    type: 'receipt',
    titleTh: 'เครื่องดื่มฟรี 1 แก้ว',
    titleEn: 'A free drink',
    textTh: 'รับที่บูธฟองฟู เมื่อใบเสร็จผ่านการตรวจสอบ',
    textEn: 'At the Fongfu booth, after your first approved receipt',
    picture: 'can',
    valueBaht: 35,
    conditionsTh: [],
    conditionsEn: [],
    unlockedBy: 'receipt',
    needsStaff: true,
  },
  {
    type: 'gift',
    titleTh: 'กระเป๋าผ้าลายลิ้นจี่',
    titleEn: 'Lychee tote bag',
    textTh: 'รับได้เลยเมื่อใบเสร็จผ่านการตรวจสอบ ของมีจำนวนจำกัด',
    textEn: 'Yours after your first approved receipt, while stocks last',
    picture: 'bag',
    valueBaht: 150,
    conditionsTh: ['รับที่บูธฟองฟู คนละ 1 ใบ'],
    conditionsEn: ['One per person, at the Fongfu booth'],
    unlockedBy: 'receipt',
    needsStaff: true,
    stock: 500,
    onHome: true,
  },
  {
    type: 'concert',
    titleTh: 'บัตรคอนเสิร์ต ฟองฟู เฟส 2 ที่นั่ง',
    titleEn: 'Two Fongfu Fest concert tickets',
    textTh: 'สำหรับผู้โชคดีที่ยืนยันรับรางวัลแล้ว',
    textEn: 'For winners who have confirmed',
    picture: 'ticket',
    valueBaht: null,
    conditionsTh: [],
    conditionsEn: [],
    unlockedBy: 'winner',
    needsStaff: true,
    opens: '+33d 14:00',
    closes: '+63d 14:00',
  },
  {
    type: 'consolation',
    titleTh: 'ฟองฟู 1 กระป๋อง',
    titleEn: 'A can of Fongfu',
    textTh: 'แทนคำขอบคุณที่ร่วมลุ้นด้วยกัน',
    textEn: 'To thank you for taking part',
    picture: 'can',
    valueBaht: 20,
    conditionsTh: [],
    conditionsEn: [],
    unlockedBy: 'lost',
    needsStaff: true,
    opens: '+33d 14:00',
    closes: '+63d 14:00',
  },
]
