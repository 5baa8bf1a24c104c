/** A note for the customer, shown after the reason, so it should say what to do. Reviewers can choose and edit it. */
export type ReviewNote = { readonly th: string; readonly en: string }

/** Notes by reject reason, each at most 200 characters. You can edit, add or remove them freely. */
export const reviewNotes = {
  BLURRY: [
    {
      th: 'กรุณาวางใบเสร็จบนพื้นเรียบในที่สว่าง แล้วถ่ายให้อ่านตัวหนังสือได้ทุกบรรทัด',
      en: 'Please lay the receipt flat in good light, so that every line can be read',
    },
    { th: 'มองไม่เห็นเลขที่ใบเสร็จ', en: 'The receipt number cannot be read' },
    { th: 'มองไม่เห็นวันที่และเวลาที่ซื้อ', en: 'The date and time of the purchase cannot be read' },
    { th: 'มองไม่เห็นยอดเงินรวม', en: 'The total cannot be read' },
  ],
  INCOMPLETE: [
    { th: 'กรุณาถ่ายให้เห็นใบเสร็จทั้งใบ ตั้งแต่หัวถึงท้าย', en: 'Please show the whole receipt, from top to bottom' },
    {
      th: 'ใบเสร็จยาว ถ่ายเพิ่มได้อีกหลายรูป',
      en: 'A long receipt can have several photos',
    },
  ],
  DUPLICATE: [
    { th: 'ใบเสร็จหนึ่งใบส่งได้ครั้งเดียว', en: 'Each receipt can be sent once' },
    {
      th: 'มีผู้ส่งใบเสร็จเลขที่นี้แล้ว หากใบเสร็จเป็นของคุณ กรุณาถ่ายใบจริงทั้งใบแล้วส่งใหม่',
      en: 'This receipt number was sent before. If the receipt is yours, please send a photo of the whole paper receipt',
    },
  ],
  STORE: [
    { th: 'ดูรายชื่อร้านที่ร่วมรายการได้ในหน้าส่งใบเสร็จ', en: 'The form lists the stores that take part' },
    {
      th: 'สาขาที่เลือกไม่ตรงกับใบเสร็จ กรุณาเลือกสาขาใหม่',
      en: 'The branch differs from the receipt. Please choose it again',
    },
  ],
  PERIOD: [
    {
      th: 'วันที่บนใบเสร็จไม่อยู่ในช่วงกิจกรรม',
      en: 'The date on the receipt is outside the campaign period',
    },
    {
      th: 'วันที่ที่กรอกไม่ตรงกับใบเสร็จ กรุณาแก้ไข',
      en: 'The date you entered differs from the receipt. Please correct it',
    },
  ],
  AMOUNT: [
    { th: 'กรุณากรอกยอดสุทธิหลังหักส่วนลด', en: 'Please enter the total after discounts' },
    { th: 'กรุณากรอกยอดเงินตามใบเสร็จ', en: 'Please enter the amount on the receipt' },
  ],
  MINIMUM: [
    {
      th: 'รวมยอดจากหลายใบเสร็จไม่ได้',
      en: 'The amounts of several receipts cannot be added together',
    },
  ],
  NOT_RECEIPT: [
    {
      th: 'กรุณาถ่ายใบเสร็จรับเงินจากร้าน ใบสั่งซื้อหรือสลิปโอนเงินใช้ไม่ได้',
      en: 'Please send the store’s receipt. Order forms and bank slips do not count',
    },
    { th: 'กรุณาถ่ายใบเสร็จจริง ไม่ใช่หน้าจอ', en: 'Please photograph the paper receipt, not a screen' },
  ],
  FRAUD: [
    {
      th: 'หากคิดว่าเป็นความผิดพลาด กรุณาติดต่อผู้จัดกิจกรรมพร้อมใบเสร็จจริง',
      en: 'If you think that this is a mistake, please contact the organiser with the paper receipt',
    },
  ],
  OTHER: [{ th: 'กรุณาติดต่อผู้จัดกิจกรรม', en: 'Please contact the organiser' }],
} as const satisfies Readonly<Record<string, readonly ReviewNote[]>>
