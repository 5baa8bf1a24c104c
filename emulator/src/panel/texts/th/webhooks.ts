import type { WebhookTexts } from '../en/webhooks.ts'

export const webhooks: WebhookTexts = {
  noUrl: 'ไม่มี URL',
  urlTitle: 'URL ของเซิร์ฟเวอร์บอตที่ LINE ส่ง webhook ไป บนเครื่องนี้ใช้ HTTP ได้',
  active: {
    on: { label: 'เปิด' },
    off: { label: 'ปิด', title: 'LINE ไม่ส่ง webhook เหมือนปิด “Use webhook” ในคอนโซลของ LINE' },
  },
  redelivery: {
    on: { label: 'เปิด', title: 'LINE ส่ง webhook อีกครั้ง ถ้าบอตไม่ตอบด้วยสถานะ 200 ถึง 299' },
    off: { label: 'ปิด', title: 'Webhook ที่ส่งไม่สำเร็จจะหายไป' },
  },
  verify: 'ตรวจสอบ',
  verifyTitle: 'ส่ง webhook ที่ลงลายเซ็นแต่ไม่มีเหตุการณ์ เหมือนปุ่มในคอนโซลของ LINE',
  verifying: 'กำลังรอบอต…',
  answered: status => `บอตตอบ ${status}`,
  reasons: {
    ERROR_STATUS_CODE: 'บอตตอบว่าผิดพลาด',
    COULD_NOT_CONNECT: 'LINE เชื่อมต่อไม่ได้',
    REQUEST_TIMEOUT: 'LINE ไม่ได้คำตอบทันเวลา',
  },
  failedCount: count => `ไม่สำเร็จ ${count}`,

  list: 'Webhook ล่าสุด',
  none: 'ยังไม่มี ลองพิมพ์อะไรในแชท',
  states: { pending: 'กำลังส่ง', delivered: 'ส่งแล้ว', failed: 'ไม่สำเร็จ' },
  redelivered: count => `ส่งซ้ำ ×${count}`,
  body: 'เนื้อหาและการส่งแต่ละครั้ง',
  resend: 'ส่งอีกครั้ง',
  resendTitle: 'ส่งเหตุการณ์เดิมอีกครั้ง โดยระบุว่าเป็นการส่งซ้ำ',

  requested: {
    beacon: { label: 'บีคอน', title: 'โทรศัพท์ของผู้ใช้เข้าใกล้ LINE Beacon' },
    botSuspended: { label: 'ระงับ', title: 'LINE ระงับบัญชี (เฉพาะโมดูลได้รับเหตุการณ์นี้)' },
    botResumed: { label: 'เลิกระงับ', title: 'LINE เลิกระงับบัญชี (เฉพาะโมดูลได้รับเหตุการณ์นี้)' },
  },

  event: 'เหตุการณ์',
  everyEvent: 'ทุกเหตุการณ์',
  faults: {
    lost: { label: 'หาย', title: 'Webhook ไปไม่ถึงบอต' },
    twice: { label: 'ส่งสองครั้ง', title: 'บอตได้รับ webhook สองครั้ง' },
    held: { label: 'พักไว้', title: 'LINE ส่ง webhook ช้าลงตามจำนวนมิลลิวินาทีนี้' },
    late: { label: 'ตอบช้า', title: 'บอตได้รับ webhook แต่ LINE ได้คำตอบช้าเกินไป' },
    wrongOrder: { label: 'สลับลำดับ', title: 'บอตได้รับ webhook นี้หลังรายการถัดไป' },
    wrongSignature: { label: 'ลายเซ็นผิด', title: 'ลายเซ็นเป็นของแชนเนลอื่น' },
    refused: { label: 'ถูกปฏิเสธ', title: 'LINE ได้สถานะนี้ และบอตไม่เห็น webhook' },
  },
}
