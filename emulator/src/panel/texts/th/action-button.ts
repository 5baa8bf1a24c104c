import type { ActionButtonTexts } from '../en/action-button.ts'

export const actionButton: ActionButtonTexts = {
  menu: 'เมนูของปุ่มแอ็กชัน',
  recent: 'บริการที่ใช้ล่าสุด',
  openNow: 'เปิดอยู่',
  emulatorOnly: 'มีเฉพาะในอีมูเลเตอร์',
  items: {
    allTabs: 'แท็บทั้งหมด',
    refresh: 'รีเฟรช',
    minimize: 'ย่อเบราว์เซอร์',
    share: 'แชร์',
    addToHome: 'เพิ่มที่หน้าโฮม',
    favorite: 'เพิ่มในรายการโปรด',
    permissions: 'ตั้งค่าการอนุญาต',
    about: 'เกี่ยวกับบริการ',
    report: 'รายงานปัญหา',
  },
  removeFavorite: 'นำออกจากรายการโปรด',
  camera: 'กล้อง',
  microphone: 'ไมโครโฟน',
  permissionsFixed: 'ในแอป LIFF ผู้ใช้เปลี่ยนการอนุญาตเหล่านี้ไม่ได้',
  permissionsLater: 'การเปลี่ยนแปลงจะมีผลเมื่อโหลดหน้าใหม่',
  outside: 'ไม่ใช่หน้าของแอป',
  notes: {
    about: 'LINE แสดงหน้าของผู้ให้บริการแอปที่นี่ อีมูเลเตอร์ไม่มีหน้านี้',
    report: 'LINE เปิดแบบฟอร์มติดต่อในเบราว์เซอร์ของโทรศัพท์ อีมูเลเตอร์ไม่เปิดหน้านี้',
    outside: 'LINE ทำรายการนี้ไม่ได้ เพราะที่อยู่ของหน้านี้ไม่ได้ขึ้นต้นด้วย endpoint URL ของแอป',
  },
}
