/** Thai strings of the landing, for people who have not joined yet. They load with the screens that show it. */
export const landingTexts = {
  'landing.title': 'ร่วมสนุก',
  'landing.join': 'เข้าร่วม',
  'landing.dates': 'วันที่ควรรู้',
  'landing.opens': 'เริ่มกิจกรรม',
  'landing.closes': 'ส่งใบเสร็จได้ถึง',
  'landing.announce': 'ประกาศผล',
  'landing.age': 'อายุผู้ร่วมกิจกรรม',
  'landing.ageFrom': '{age} ปีขึ้นไป',
} as const
