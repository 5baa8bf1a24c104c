export type QuestionId = 'receipts' | 'entries' | 'rejected' | 'offline' | 'coupon' | 'result'

type FrequentQuestion = {
  readonly id: QuestionId
  readonly questionTh: string
  readonly questionEn: string
  readonly answerTh: string
  readonly answerEn: string
}

/** Listed in this order on the help screen. */
export const faq: readonly FrequentQuestion[] = [
  {
    id: 'receipts',
    questionTh: 'ใบเสร็จแบบไหนใช้ได้บ้าง',
    questionEn: 'Which receipts count?',
    answerTh:
      'ใบเสร็จจากร้านที่ร่วมรายการ ซื้อฟองฟูในช่วงกิจกรรม และเห็นชื่อร้าน เลขที่ วันที่ และยอดเงินชัดเจน ใบเสร็จ 1 ใบใช้ได้ 1 ครั้ง',
    answerEn:
      'Receipts for Fongfu from a participating store, bought during the campaign. The store, number, date and amount must be readable. Each receipt counts once.',
  },
  {
    id: 'entries',
    questionTh: 'ส่งใบเสร็จแล้ว เมื่อไรจะได้สิทธิ์',
    questionEn: 'When do I get the entries for a receipt?',
    answerTh: 'เมื่อเจ้าหน้าที่ตรวจผ่านแล้ว เปิดใบเสร็จในประวัติเพื่อดูสถานะ และดูว่าจะตรวจเสร็จเมื่อไร',
    answerEn:
      'When we have approved it. Open the receipt in your history to see its status and when we plan to finish the review.',
  },
  {
    id: 'rejected',
    questionTh: 'ใบเสร็จไม่ผ่าน ทำอย่างไรดี',
    questionEn: 'My receipt was not approved. What can I do?',
    answerTh: 'เปิดใบเสร็จในประวัติ อ่านเหตุผล แก้ไขแล้วส่งใหม่ได้เลย ถ้ายังแก้ไขได้ หน้านั้นจะมีปุ่มให้กด',
    answerEn:
      'Open the receipt in your history and read the reason. If it can still be corrected, there is a button to correct it and send it again.',
  },
  {
    id: 'offline',
    questionTh: 'ไม่มีสัญญาณ ส่งใบเสร็จได้ไหม',
    questionEn: 'Can I send a receipt without a connection?',
    answerTh: 'กรอกและบันทึกไว้ในเครื่องได้ เมื่อมีอินเทอร์เน็ตแล้ว เปิดแอปอีกครั้งเพื่อส่ง',
    answerEn:
      'You can fill it in, and the app saves it on your phone. Open the app again when you have a connection to send it.',
  },
  {
    id: 'coupon',
    questionTh: 'ใช้คูปองที่ร้านอย่างไร',
    questionEn: 'How do I use a coupon at a store?',
    answerTh: 'เปิดโค้ดของฉันให้เจ้าหน้าที่สแกน หรือเลือกคูปองแล้วให้เจ้าหน้าที่ใส่รหัสร้าน คูปองใช้ได้ครั้งเดียว',
    answerEn:
      'Open “My code” and let the staff scan it, or choose the coupon and let them enter their PIN. You can use each coupon once.',
  },
  {
    id: 'result',
    questionTh: 'จะรู้ได้อย่างไรว่าได้รางวัล',
    questionEn: 'How do I know that I have won?',
    answerTh: 'เปิดแอปนี้หลังประกาศผล หน้าแรกจะบอกผลของคุณ ถ้าได้รับรางวัล อย่าลืมยืนยันภายในกำหนด\u2060นะ',
    answerEn:
      'Open this app after the announcement. The first screen shows your result. If you have won, remember to confirm before the deadline.',
  },
]
