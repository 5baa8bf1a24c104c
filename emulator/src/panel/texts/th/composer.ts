import type { ComposerTexts } from '../en/composer.ts'

export const composer: ComposerTexts = {
  attach: 'แนบ',
  kinds: {
    image: 'รูปภาพ',
    video: 'วิดีโอ',
    audio: 'เสียง',
    file: 'ไฟล์',
    sticker: 'สติกเกอร์',
    location: 'ตำแหน่ง',
  },
  tooLarge: name => `“${name}” ใหญ่กว่า 1 MB LINE รับได้มากกว่านี้ แต่อีมูเลเตอร์รับไม่ได้`,
  emptyFile: name => `“${name}” ว่างเปล่า`,
  wrongKind: name => `“${name}” เป็นไฟล์ชนิดอื่น`,
  latitude: 'ละติจูด',
  longitude: 'ลองจิจูด',
  places: {
    palace: { title: 'พระบรมมหาราชวัง', address: 'ถนนหน้าพระลาน เขตพระนคร กรุงเทพฯ 10200' },
    park: { title: 'สวนลุมพินี', address: 'ถนนพระราม 4 เขตปทุมวัน กรุงเทพฯ 10330' },
    gate: { title: 'ประตูท่าแพ', address: 'ถนนท่าแพ อำเภอเมืองเชียงใหม่ 50200' },
    beach: { title: 'หาดป่าตอง', address: 'ถนนทวีวงศ์ อำเภอกะทู้ ภูเก็ต 83150' },
  },

  messageMenu: 'ตัวเลือกของข้อความนี้',
  reply: 'ตอบกลับ',
  watch: 'ดูจนจบ',
  watchTitle: 'เหมือนผู้ใช้ดูวิดีโอจนจบ: LINE จะนับการรับชม และส่ง webhook videoPlayComplete หากวิดีโอมี trackingId',
  replyTo: name => `ตอบกลับ ${name}`,
  cancelReply: 'ไม่ตอบกลับข้อความนี้',
  you: 'ตัวเอง',
  mention: 'กล่าวถึง',
  quoteGone: 'ข้อความที่ไม่แสดงแล้ว',
  unsend: 'ยกเลิกการส่ง',
  unsendTitle: 'ยกเลิกข้อความ: LINE จะลบข้อความในทุกเครื่อง และส่ง webhook unsend',
}
