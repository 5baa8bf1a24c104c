export const helpTexts = {
  'help.contact': 'ติดต่อเรา',
  'help.contactText': 'มีอะไรให้ช่วย บอกเราได้เลย',
  'help.phone': 'โทร {phone}',
  'help.email': 'อีเมล {email}',
  'help.faq': 'คำถามที่พบบ่อย',
  'help.stores': 'ร้านที่ร่วมรายการ',
} as const
