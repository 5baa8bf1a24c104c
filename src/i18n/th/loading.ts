/** Thai strings that startup may show before any other script has loaded, or without a network. */
export const loading = {
  'start.slow': 'ใช้เวลานานกว่าปกติ',
  'start.leaving.line': 'กำลังเปิด LINE...',
  'start.leaving.login': 'กำลังไปหน้าเข้าสู่ระบบ LINE...',
  'start.leaving.add-friend': 'กำลังไปหน้าเพิ่มเพื่อน...',
  'start.leaving.reload': 'กำลังโหลดใหม่...',
  'start.offline.title': 'ยังเชื่อมต่อไม่ได้',
  'start.offline.text': 'ต้องใช้อินเทอร์เน็ตในการเปิดครั้งแรก ตรวจสอบสัญญาณแล้วลองใหม่',
} as const
