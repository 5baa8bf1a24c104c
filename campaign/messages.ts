/** The texts of one LINE message. `{receiptNo}`, `{count}` and `{reason}` are replaced. */
type MessageText = { readonly title: string; readonly text: string; readonly button: string }

/** LINE messages to customers, by what happened. Each is sent in both languages, Thai first. */
export const messageTexts: Readonly<
  Record<
    'receipt-approved' | 'receipt-rejected',
    { readonly th: MessageText; readonly en: MessageText; readonly buttonColour: string }
  >
> = {
  'receipt-approved': {
    buttonColour: '#0B6E4F',
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
  'receipt-rejected': {
    buttonColour: '#9A3412',
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
}
