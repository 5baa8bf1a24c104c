export const messageTexts = {
  'messages.title': 'ข้อความจากเราใน LINE',
  'messages.receipts': 'ผลตรวจใบเสร็จ',
  'messages.receiptsText': 'เมื่อใบเสร็จผ่านหรือไม่ผ่าน และเมื่อมีใบเสร็จค้างอยู่ในโทรศัพท์',
  'messages.draw': 'ผลรางวัล',
  'messages.drawText': 'ผลการจับรางวัล กำหนดยืนยันรับรางวัล และรางวัลที่ยืนยันแล้ว',
  'messages.coupons': 'คูปองใกล้หมดอายุ',
  'messages.couponsText': 'สองวันก่อนคูปองที่คุณยังไม่ได้ใช้จะหมดอายุ',
  'messages.news': 'ข่าวสารและโปรโมชันเปิดหรือปิดได้ที่ “{title}”',
  'messages.unsent': 'การเปลี่ยนแปลงยังส่งไม่ถึงเรา จะมีผลเมื่อส่งถึงแล้ว',
  'messages.friends': 'ข้อความเหล่านี้จะถึงคุณเมื่อคุณเป็นเพื่อนกับบัญชี LINE ของเรา',
  'messages.blocked': 'คุณบล็อกบัญชี LINE ของเราอยู่ ข้อความเหล่านี้จึงส่งไม่ถึงคุณ',
} as const
