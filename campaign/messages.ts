/**
 * Placeholders: `{receiptNo}`, `{count}`, `{reason}`, `{prize}`, `{deadline}`, `{reward}`, `{closes}`,
 * `{corrections}` (one line for each, from `correction-texts.ts`). Times are in Bangkok time.
 */
type MessageText = { readonly title: string; readonly text: string; readonly button: string }

type Message = {
  readonly th: MessageText
  readonly en: MessageText
  /** Colour of the button that opens the app. The button's text is white. */
  readonly buttonColour: string
}

const green = '#0B6E4F'
const red = '#9A3412'
const blue = '#1D4ED8'

/** LINE messages to customers, sent in the customer's language, or in Thai if it is unknown. */
export const messageTexts = {
  'receipt-approved': {
    buttonColour: green,
    th: {
      title: 'ใบเสร็จผ่านแล้ว',
      text: 'ใบเสร็จเลขที่ {receiptNo} ผ่านการตรวจแล้ว ได้รับ {count} สิทธิ์',
      button: 'ดูใบเสร็จ',
    },
    en: {
      title: 'Receipt approved',
      text: 'We approved your receipt {receiptNo}. Entries: {count}.',
      button: 'View receipt',
    },
  },
  // Sent for an approved receipt that the reviewer corrected.
  'receipt-corrected': {
    buttonColour: green,
    th: {
      title: 'ใบเสร็จผ่านแล้ว',
      text: 'ใบเสร็จเลขที่ {receiptNo} ผ่านการตรวจแล้ว ได้รับ {count} สิทธิ์\nเราแก้ไขข้อมูลให้ตรงกับใบเสร็จในรูป\n{corrections}',
      button: 'ดูใบเสร็จ',
    },
    en: {
      title: 'Receipt approved',
      text: 'We approved your receipt {receiptNo}. Entries: {count}.\nWe corrected these details to match the receipt in your photo:\n{corrections}',
      button: 'View receipt',
    },
  },
  'receipt-rejected': {
    buttonColour: red,
    th: {
      title: 'ใบเสร็จไม่ผ่าน',
      text: 'ใบเสร็จเลขที่ {receiptNo} ไม่ผ่าน: {reason}\nคุณแก้ไขแล้วส่งใหม่ได้',
      button: 'แก้ไขใบเสร็จ',
    },
    en: {
      title: 'Receipt not approved',
      text: 'We could not approve your receipt {receiptNo}: {reason}\nYou can correct it and send it again.',
      button: 'Correct receipt',
    },
  },
  // Sent for a rejected receipt that can no longer be corrected.
  'receipt-refused': {
    buttonColour: red,
    th: {
      title: 'ใบเสร็จไม่ผ่าน',
      text: 'ใบเสร็จเลขที่ {receiptNo} ไม่ผ่าน: {reason}',
      button: 'ดูใบเสร็จ',
    },
    en: {
      title: 'Receipt not approved',
      text: 'We could not approve your receipt {receiptNo}: {reason}',
      button: 'View receipt',
    },
  },
  'receipt-waiting': {
    buttonColour: blue,
    th: {
      title: 'มีใบเสร็จที่ยังส่งไม่ถึงเรา',
      text: 'ใบเสร็จของคุณยังรออยู่ในโทรศัพท์ เปิดแอปเมื่อมีสัญญาณ แล้วแอปจะส่งต่อให้',
      button: 'เปิดแอป',
    },
    en: {
      title: 'A receipt has not reached us yet',
      text: 'It is still waiting on your phone. Open the app when you have a connection, and the app sends it.',
      button: 'Open the app',
    },
  },
  won: {
    buttonColour: green,
    th: {
      title: 'ยินดีด้วย คุณได้รับรางวัล',
      text: 'คุณได้รับ {prize} กรุณายืนยันรับรางวัลภายใน {deadline} หลังจากนั้นจะยืนยันไม่ได้',
      button: 'ดูรางวัล',
    },
    en: {
      title: 'Congratulations, you have won',
      text: 'Your prize: {prize}. Confirm it by {deadline}. After that you can no longer confirm it.',
      button: 'View prize',
    },
  },
  'not-won': {
    buttonColour: blue,
    th: {
      title: 'ประกาศผลแล้ว',
      text: 'ครั้งนี้คุณยังไม่ได้รับรางวัลจากการจับรางวัล ขอบคุณที่ร่วมสนุกกับเรา',
      button: 'ดูผลการจับรางวัล',
    },
    en: {
      title: 'The results are out',
      text: 'You did not win in the draw this time. Thank you for taking part.',
      button: 'View results',
    },
  },
  reserve: {
    buttonColour: blue,
    th: {
      title: 'คุณเป็นผู้โชคดีสำรอง',
      text: 'หากมีรางวัลว่างและถึงลำดับของคุณ คุณจะยืนยันรับรางวัลได้ในแอป',
      button: 'ดูผลการจับรางวัล',
    },
    en: {
      title: 'You are on the reserve list',
      text: 'If a prize becomes free and it is your turn, you can confirm it in the app.',
      button: 'View results',
    },
  },
  'reserve-promoted': {
    buttonColour: green,
    th: {
      title: 'ถึงลำดับของคุณแล้ว',
      text: 'คุณได้รับ {prize} กรุณายืนยันรับรางวัลภายใน {deadline} หลังจากนั้นจะยืนยันไม่ได้',
      button: 'ดูรางวัล',
    },
    en: {
      title: 'It is your turn: you have won',
      text: 'Your prize: {prize}. Confirm it by {deadline}. After that you can no longer confirm it.',
      button: 'View prize',
    },
  },
  'confirm-deadline': {
    buttonColour: red,
    th: {
      title: 'อย่าลืมยืนยันรับรางวัล',
      text: 'คุณยังไม่ได้ยืนยันรับ {prize} ยืนยันได้ถึง {deadline} เท่านั้น',
      button: 'ดูรางวัล',
    },
    en: {
      title: 'Please confirm your prize',
      text: 'You have not confirmed your prize yet: {prize}. You can confirm it until {deadline}.',
      button: 'View prize',
    },
  },
  'seat-confirmed': {
    buttonColour: green,
    th: {
      title: 'ยืนยันรับรางวัลแล้ว',
      text: 'คุณยืนยันรับ {prize} แล้ว ดูรายละเอียดการรับได้ในแอป',
      button: 'ดูรางวัล',
    },
    en: {
      title: 'Prize confirmed',
      text: 'You have confirmed your prize: {prize}. The app shows how you get it.',
      button: 'View prize',
    },
  },
  // One message names all of the customer's coupons. It repeats `text` for each.
  'coupon-expiring': {
    buttonColour: blue,
    th: {
      title: 'คูปองใกล้หมดอายุ',
      text: '{reward} ใช้ได้ถึง {closes}',
      button: 'ดูคูปองของฉัน',
    },
    en: {
      title: 'Use your rewards soon',
      text: '{reward}: you can use it until {closes}.',
      button: 'View my rewards',
    },
  },
  'campaign-closing': {
    buttonColour: blue,
    th: {
      title: 'กิจกรรมใกล้สิ้นสุดแล้ว',
      text: 'ส่งใบเสร็จได้ถึง {closes}',
      button: 'ส่งใบเสร็จ',
    },
    en: {
      title: 'The campaign ends soon',
      text: 'You can send receipts until {closes}.',
      button: 'Send a receipt',
    },
  },
} satisfies Readonly<Record<string, Message>>
