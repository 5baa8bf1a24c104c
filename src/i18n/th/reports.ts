/** Thai strings for the setting of the phone's reports. */
export const reportTexts = {
  'reports.label': 'ส่งรายงานการทำงานของแอป',
  'reports.text':
    'ช่วยให้เราแก้ปัญหาได้เร็วขึ้น รายงานมีเพียงข้อผิดพลาด เวลาที่ใช้เปิดแอป รายการที่รอส่ง และรุ่นของแอป เครื่อง และ LINE ไม่มีชื่อหรือข้อความของคุณ ถ้าปิด เครื่องนี้จะหยุดส่งทันที',
} as const
