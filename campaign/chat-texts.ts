type ChatText = { readonly th: string; readonly en: string }

/**
 * Hours in which staff answer chat messages. Replace the values in [square brackets]: if the server sends LINE
 * messages, `doctor` and the production server (at startup) list any values still to be replaced.
 */
export const chatHours = {
  th: '[ทุกวันจันทร์–ศุกร์ เวลา 9.00–18.00 น. ยกเว้นวันหยุดราชการ]',
  en: '[from Monday to Friday, 9:00 to 18:00, except on public holidays]',
} as const satisfies ChatText

/** The reply to a message that does not match any frequent question, followed by a link to the app's help. */
export const handOver: ChatText = {
  th: `ขอบคุณที่ส่งข้อความมา\u2060นะ ทีมงานตอบในแชทนี้${chatHours.th} ระหว่างนี้ดูคำถามที่พบบ่อยในแอปได้เลย`,
  en: `Thank you for your message. Our team answers in this chat ${chatHours.en}. The app has answers to frequent questions:`,
}

/** Winners tap this button in the chat to confirm their prize. LINE shows at most 20 characters. */
export const seatButton: ChatText = { th: 'ยืนยัน', en: 'Confirm' }

/** Replies to that button. */
export const seatAnswers = {
  confirmed: {
    th: 'ยืนยันรับรางวัลเรียบร้อยแล้ว ดูรายละเอียดในแอปได้เลย',
    en: 'Your prize is confirmed. The app has the details.',
  },
  confirmedBefore: {
    th: 'คุณยืนยันรับรางวัลนี้ไปแล้ว ไม่ต้องทำอะไรเพิ่ม',
    en: 'You have already confirmed this prize. There is nothing else to do.',
  },
  expired: {
    th: 'เลยกำหนดยืนยันรับรางวัลแล้ว จึงยืนยันไม่ได้',
    en: 'The deadline for confirming this prize has passed.',
  },
  declined: {
    th: 'คุณเลือกไม่รับรางวัลนี้ไปแล้ว จึงยืนยันอีกไม่ได้',
    en: 'You have declined this prize, so it cannot be confirmed any more.',
  },
  notWinner: {
    th: 'บัญชี LINE นี้ไม่มีรางวัลที่ต้องยืนยัน',
    en: 'This LINE account has no prize to confirm.',
  },
  otherPerson: {
    th: 'รางวัลนี้เป็นของผู้ร่วมกิจกรรมคนอื่น บัญชี LINE นี้ยืนยันแทนไม่ได้',
    en: 'This prize belongs to another participant, so this LINE account cannot confirm it.',
  },
  addressNeeded: {
    th: 'รางวัลนี้จัดส่งทางไปรษณีย์ กรุณากรอกที่อยู่และยืนยันในแอป',
    en: 'This prize is sent by post. Please enter your address and confirm in the app.',
  },
} as const satisfies Readonly<Record<string, ChatText>>
