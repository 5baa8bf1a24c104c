import type { QuestionId } from './faq.ts'

/**
 * The words that match a chat message to a frequent question. A message matches a line if it contains all of the line's
 * words; `|` separates alternatives. Thai words match anywhere, because Thai has no spaces; English words must be
 * whole, but may end in `s`. Case, tone marks and common misspellings (`server/line-webhook/match-faq.ts`) are ignored.
 * If several questions match, the one with the most words is chosen.
 */
export const faqWords: Readonly<Record<QuestionId, readonly string[]>> = {
  receipts: [
    'ใบเสร็จ|บิล|สลิป|ใบกำกับ แบบไหน|อะไร|ไหนบ้าง|ยังไงถึง|แบบใด',
    'ใบเสร็จ|บิล|สลิป|ใบกำกับ ใช้ได้|ใช้ไม่ได้|ร่วมได้|ส่งได้|รับไหม',
    'ใบเสร็จ|บิล|สลิป|ใบกำกับ กี่ครั้ง|กี่รอบ|ซ้ำ',
    'receipt|bill which|what|valid|accept|accepted|count|allowed',
    'receipt|bill can|do use|send|twice|again',
  ],
  entries: [
    'สิทธิ์|สิทธิ|สิท เมื่อไร|กี่วัน|ตอนไหน|วันไหน|นาน|ยังไม่ได้|ยังไม่เข้า|ไม่เข้า|ไม่ขึ้น|ยังไม่มา',
    'ใบเสร็จ|บิล|สลิป ตรวจ เมื่อไร|กี่วัน|ตอนไหน|นาน|ยัง|รอ',
    'รอตรวจ',
    'กำลังตรวจ',
    'ตรวจ เมื่อไร|กี่วัน|นาน|เสร็จยัง',
    'ยังไม่ตรวจ',
    'entry|entries when|long|yet|not|missing',
    'receipt review|reviewed|approve|check|checked|pending when|long|yet|still',
    'receipt when|long approve|approved|review|reviewed|entries|entry',
    'receipt pending',
  ],
  rejected: [
    'ไม่ผ่าน',
    'ใบเสร็จ|บิล|สลิป ไม่ผ่าน|ปฏิเสธ|ตีกลับ|ไม่อนุมัติ',
    'ใบเสร็จ|บิล|สลิป ไม่ผ่าน|ปฏิเสธ|ตีกลับ ทำไม|เพราะอะไร|ทำยังไง|ทำไง|ทำอย่างไร|แก้|ส่งใหม่|ต้อง',
    'ไม่ผ่าน ทำไม|เพราะอะไร|ทำยังไง|ทำไง|ทำอย่างไร|แก้|ส่งใหม่',
    'ใบเสร็จ|บิล|สลิป แก้ไข|แก้ได้|แก้ยังไง|ส่งใหม่|กรอกผิด',
    'receipt rejected|declined|refused|denied|failed',
    'receipt rejected|declined|refused|denied|failed why|what|how|do',
    'receipt not approved|accepted',
    'why rejected|declined|refused',
    'receipt correct|fix|wrong|resend',
  ],
  offline: [
    'ไม่มี|ไม่ได้ต่อ|หมด|หลุด|ช้า|ไม่ดี|อ่อน|ล่ม เน็ต|สัญญาณ|อินเทอร์เน็ต|ไวไฟ|wifi|คลื่น',
    'ออฟไลน์',
    'offline',
    'receipt|bill send|upload no|without|bad|lost|slow|weak internet|connection|signal|network|wifi|data',
    'no|without|bad|lost|slow|weak internet|connection|signal|network|wifi|data',
  ],
  coupon: [
    'คูปอง|คูปอน|โค้ด|โค๊ด|coupon|voucher ใช้|แลก|กด|สแกน|ยังไง|อย่างไร|ที่ไหน',
    'คูปอง|คูปอน|โค้ด|โค๊ด|coupon|voucher ใช้|แลก ยังไง|อย่างไร|ที่ไหน|ทำไง',
    'แลก ของรางวัล|คูปอง|ของแถม',
    'รหัสร้าน',
    'โค้ดของฉัน',
    'coupon|voucher|code use|redeem|how|where|scan',
  ],
  result: [
    'ประกาศผล|ประกาศราย|ประกาศรางวัล|ประกาศวันไหน|ประกาศเมื่อ',
    'ผู้โชคดี|รายชื่อผู้ได้',
    'รางวัล รู้|ทราบ|เช็ค|เช็ก|ดูผล|ดูยังไง|หรือยัง|รึยัง|หรือเปล่า|ได้ไหม|ได้หรือไม่',
    'รางวัล เมื่อไร|ตอนไหน|วันไหน จับ|ออก|ประกาศ|รู้',
    'ได้รางวัล ไหม|หรือ|ยัง|เปล่า|รู้',
    'จับรางวัล|จับฉลาก เมื่อไร|วันไหน|ตอนไหน|ยัง|ผล',
    'ผลรางวัล',
    'won|winner|win know|when|how|did|see|check|announce|announced',
    'result|announcement|draw when|where|see|check',
    'winner announced|list|who',
  ],
}
