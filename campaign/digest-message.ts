type DigestText = {
  readonly title: (receipts: number) => string
  readonly approved: (receiptNo: string, entries: number) => string
  /** Follows `approved` on the same line. */
  readonly corrected: (corrections: string) => string
  readonly rejected: (receiptNo: string, reason: string) => string
  readonly button: string
}

/** The LINE message that lists several decisions about a customer's receipts. */
export const digestTexts: {
  readonly th: DigestText
  readonly en: DigestText
  readonly buttonColour: string
} = {
  buttonColour: '#0B6E4F',
  th: {
    title: receipts => `ตรวจใบเสร็จของคุณแล้ว ${receipts} ใบ`,
    approved: (receiptNo, entries) => `ผ่าน: ${receiptNo} ได้รับ ${entries} สิทธิ์`,
    corrected: corrections => ` (เราแก้ไข ${corrections})`,
    rejected: (receiptNo, reason) => `ไม่ผ่าน: ${receiptNo} ${reason}`,
    button: 'ดูใบเสร็จ',
  },
  en: {
    title: receipts => `We reviewed ${receipts} of your receipts`,
    approved: (receiptNo, entries) => `Approved: ${receiptNo}. Entries: ${entries}.`,
    corrected: corrections => ` We corrected: ${corrections}.`,
    rejected: (receiptNo, reason) => `Not approved: ${receiptNo}. ${reason}`,
    button: 'View receipts',
  },
}
