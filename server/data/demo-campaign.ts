import { bangkokDay } from '#contract/rules.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000

/** Fixed ids, so that seeding again finds what is there. */
const CAMPAIGN_ID = '01920000-0000-7000-8000-000000000001'
const DRAW_ID = '01920000-0000-7000-8000-000000000002'
const TEXT_QUESTION_ID = '01920000-0000-7000-8000-000000000003'
const CHOICE_QUESTION_ID = '01920000-0000-7000-8000-000000000004'

/** Stock of the demo campaign's gift, in pieces. */
const DEMO_GIFT_STOCK = 500

/**
 * The demo campaign: open since a week, for four more, all times on the hour in Bangkok. Drawn three days after
 * the close, announced two days later, seats to be confirmed within a week of that.
 */
export function demoCampaign(now: number) {
  const midnight = Date.parse(`${bangkokDay(now)}T00:00:00+07:00`)
  const opensAt = midnight - 7 * DAY_MS
  const closesAt = midnight + 28 * DAY_MS
  const drawAt = closesAt + 3 * DAY_MS + 14 * HOUR_MS
  const announceAt = drawAt + 2 * DAY_MS
  return {
    campaign: {
      id: CAMPAIGN_ID,
      mode: 'auto' as 'auto' | 'pending',
      opens_at: opensAt,
      closes_at: closesAt,
      draw_at: drawAt,
      announce_at: announceAt,
      confirm_by: announceAt + 7 * DAY_MS,
      announced_at: null,
      terms_version: '2026-11',
      privacy_version: '2026-11',
      baht_per_right: 100,
      min_amount_satang: 100_00,
      max_receipts_per_day: 10,
      min_age: 10,
      permit_no: null,
      allow_external_browser: 0,
      staff_pin_hash: null,
      draw_id: DRAW_ID,
      master_version: '',
    },
    draw: {
      id: DRAW_ID,
      state: 'open' as const,
      prizes: JSON.stringify([
        { titleTh: 'บัตรคอนเสิร์ต 2 ที่นั่ง', count: 50 },
        { titleTh: 'ลำดับสำรอง', count: 25, reserve: true },
      ]),
      commitment: null,
      committed_at: null,
      beacon_source: null,
      beacon_at: null,
      beacon: null,
      secret: null,
      sealed_at: null,
      entries_hash: null,
      entries_count: null,
      run_at: null,
      method: null,
    },
    questions: [
      {
        id: CHOICE_QUESTION_ID,
        text_th: 'เพลงเปิดคอนเสิร์ตที่คุณอยากฟังที่สุดคือแนวไหน',
        kind: 'choice' as const,
        choices: JSON.stringify(['ป็อป', 'ร็อก', 'ลูกทุ่ง', 'ฮิปฮอป']),
        max_len: 100,
        opens_at: opensAt,
        closes_at: midnight,
      },
      {
        id: TEXT_QUESTION_ID,
        text_th: 'คุณอยากชวนใครไปดูคอนเสิร์ตครั้งนี้ที่สุด เพราะอะไร',
        kind: 'text' as const,
        choices: null,
        max_len: 500,
        opens_at: midnight,
        closes_at: closesAt,
      },
    ],
    rewardKinds: [
      kind('welcome', 1, 'คูปองต้อนรับสมาชิกใหม่', 'registered', opensAt, closesAt, 0),
      kind('answer', 2, 'ส่วนลดสำหรับผู้ร่วมตอบคำถาม', 'answer', opensAt, closesAt, 0),
      kind('receipt', 3, 'เครื่องดื่มฟรี 1 แก้ว', 'receipt', opensAt, closesAt, 1),
      kind('gift', 4, 'ของที่ระลึกจำนวนจำกัด', 'receipt', opensAt, closesAt, 1),
      kind('concert', 5, 'บัตรคอนเสิร์ต 2 ที่นั่ง', 'winner', announceAt, announceAt + 30 * DAY_MS, 1),
    ],
    stock: [{ reward_type: 'gift', remaining: DEMO_GIFT_STOCK }],
  }
}

/** Days from its making to an own campaign's opening, until the organiser sets the dates. */
const OPENS_IN_DAYS = 14

/** What an organiser begins with: "coming soon" until opened, dates that lie ahead, and nothing in stock. */
export function ownCampaign(now: number): ReturnType<typeof demoCampaign> {
  const made = demoCampaign(now + (OPENS_IN_DAYS + 7) * DAY_MS)
  return {
    ...made,
    campaign: { ...made.campaign, mode: 'pending' },
    stock: made.stock.map(row => ({ ...row, remaining: 0 })),
  }
}

function kind(
  type: string,
  position: number,
  titleTh: string,
  unlockedBy: 'registered' | 'answer' | 'receipt' | 'winner',
  opensAt: number,
  closesAt: number,
  needsStaff: number,
) {
  return {
    reward_type: type,
    position,
    title_th: titleTh,
    opens_at: opensAt,
    closes_at: closesAt,
    needs_staff: needsStaff,
    unlocked_by: unlockedBy,
  }
}
