import type { PurchaseTexts } from '../en/purchases.ts'

export const purchases: PurchaseTexts = {
  list: 'การซื้อในแอป',
  none: 'ยังไม่มีการซื้อ เซิร์ฟเวอร์ของแอปต้องจองคำสั่งซื้อก่อน',
  newestShown: count => `แสดง ${count} รายการล่าสุด`,
  states: {
    reserved: { label: 'จองแล้ว', title: 'ผู้ใช้ยังไม่ได้ชำระเงิน' },
    paid: { label: 'จ่ายแล้ว', title: 'สโตร์ได้รับเงินแล้ว แต่ LINE ยังไม่ยืนยันการชำระเงิน' },
    complete: { label: 'สำเร็จ', title: 'LINE ยืนยันการชำระเงินแล้ว' },
    refunded: { label: 'คืนเงินแล้ว', title: 'สโตร์คืนเงินให้ผู้ใช้แล้ว' },
  },
  webhook: { pending: 'กำลังส่ง', SUCCESS: 'ได้รับแล้ว', FAILED: 'ไม่ได้รับ' },
  actions: {
    settle: { label: 'ยืนยัน', title: 'ยืนยันการชำระเงินและส่ง webhook' },
    lose: { label: 'ทำ webhook หาย', title: 'ยืนยันการชำระเงิน แต่ให้ webhook หายไป' },
    refund: { label: 'คืนเงิน', title: 'คืนเงินและส่ง webhook ของการคืนเงิน' },
    resend: { label: 'ส่ง webhook อีกครั้ง', title: 'ส่ง webhook ล่าสุดของคำสั่งซื้อนี้อีกครั้ง' },
  },
}
