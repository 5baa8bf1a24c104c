type CorrectionText = {
  readonly store: (sent: string, right: string) => string
  readonly receiptNo: (sent: string, right: string) => string
  /** Amounts in baht. */
  readonly amount: (sent: string, right: string) => string
  readonly purchasedAt: (sent: string, right: string) => string
}

/** The line of a LINE message for each field that a reviewer corrected, with the old and the new value. */
export const correctionTexts: { readonly th: CorrectionText; readonly en: CorrectionText } = {
  th: {
    store: (sent, right) => `ร้าน: จาก ${sent} เป็น ${right}`,
    receiptNo: (sent, right) => `เลขที่ใบเสร็จ: จาก ${sent} เป็น ${right}`,
    amount: (sent, right) => `ยอดซื้อ: จาก ${sent} เป็น ${right} บาท`,
    purchasedAt: (sent, right) => `เวลาที่ซื้อ: จาก ${sent} เป็น ${right}`,
  },
  en: {
    store: (sent, right) => `Store: from ${sent} to ${right}`,
    receiptNo: (sent, right) => `Receipt number: from ${sent} to ${right}`,
    amount: (sent, right) => `Amount: from ${sent} to ${right} baht`,
    purchasedAt: (sent, right) => `Time of purchase: from ${sent} to ${right}`,
  },
}
