export const updateTexts = {
  'update.text': 'มีเวอร์ชันใหม่พร้อมใช้งาน',
  'update.now': 'อัปเดต',
  'update.later': 'ภายหลัง',
} as const
