import type { ChatTexts } from '../en/chat.ts'

export const chat: ChatTexts = {
  account: 'บัญชีทางการ',
  chatWith: name => `แชทกับ ${name}`,
  messages: 'ข้อความทั้งหมด',
  today: 'วันนี้',
  tapToOpen: 'แตะเพื่อเปิดใน LINE',
  openApp: 'เปิดแอป',
  read: 'อ่านแล้ว',
  sharedWith: name => `แชร์ให้ ${name}`,
  typing: 'บัญชีกำลังเตรียมคำตอบ',
  dismiss: 'ปิดข้อความนี้',

  message: 'ข้อความ',
  placeholder: 'พิมพ์ข้อความ',
  send: 'ส่ง',
  quickReplies: 'ปุ่มตอบด่วน',
  richMenu: name => `ริชเมนู ${name}`,
  pickTime: 'เลือกวันหรือเวลา',
  done: 'ตกลง',

  coupon: 'คูปอง',
  carousel: 'การ์ดแบบเลื่อน',
  everyone: 'ทุกคน',
  emoji: id => `อีโมจิ LINE ${id}`,
  openPicture: 'เปิดรูปภาพ',
  ownPicture: 'รูปภาพจากเครื่องนี้',
  unsent: 'คุณยกเลิกการส่งข้อความแล้ว',
  noPicture: 'โหลดรูปภาพไม่ได้',
  notDrawn: type => `แสดง ${type} ไม่ได้`,

  notResponding: 'อีมูเลเตอร์ไม่ตอบสนอง',
  badLink: link => `LINE ไม่เปิดลิงก์แบบ ${link}`,
  copied: text => `คัดลอกแล้ว: ${text}`,
  notCopied: text => `เบราว์เซอร์ไม่อนุญาตให้คัดลอก: ${text}`,
  voice: 'LINE จะเปิดการป้อนด้วยเสียงที่นี่',
}
