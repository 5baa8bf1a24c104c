import type { MiniAppTexts } from '../en/mini-app.ts'

export const miniApp: MiniAppTexts = {
  kinds: {
    liff: { label: 'แอป LIFF', title: 'แอป LIFF ในแชนเนล LINE Login' },
    unverified: { label: 'ยังไม่ยืนยัน', title: 'MINI App ที่ LINE ยังไม่ได้ยืนยัน' },
    verified: { label: 'ยืนยันแล้ว', title: 'MINI App ที่ LINE ยืนยันแล้ว' },
  },
  channels: {
    developing: { label: 'พัฒนา', title: 'เฉพาะผู้ดูแลและผู้ทดสอบเท่านั้นที่เปิดแอปได้' },
    review: { label: 'ตรวจสอบ', title: 'เฉพาะผู้ตรวจสอบของ LINE เท่านั้นที่เปิดแอปได้' },
    published: { label: 'เผยแพร่', title: 'ทุกคนเปิดแอปได้' },
  },
  roles: {
    none: { label: 'ไม่มี' },
    admin: { label: 'ผู้ดูแล' },
    tester: { label: 'ผู้ทดสอบ' },
    reviewer: { label: 'ผู้ตรวจสอบ (ของ LINE)' },
  },
  simplification: {
    off: { label: 'แบบเต็ม', title: 'การเปิดครั้งแรกขอสิทธิ์ทั้งหมด' },
    on: { label: 'แบบย่อ', title: 'การเปิดครั้งแรกไม่ถามอะไร และให้สิทธิ์ openid' },
  },
  regions: { JP: { label: 'ญี่ปุ่น' }, TH: { label: 'ไทย' }, TW: { label: 'ไต้หวัน' } },
}
