/** Strings for prizes and dates, which a new customer's first screen shows before React has loaded. */
export const factsTexts = {
  'prize.one': '1 รางวัล มูลค่า {value}',
  'prize.count': '{count} รางวัล มูลค่ารางวัลละ {value}',
  'prize.stock': 'แจก {count} ชิ้น จนกว่าของจะหมด',
  'landing.dates': 'วันที่ควรรู้',
  'landing.opens': 'เริ่มกิจกรรม',
  'landing.closes': 'ส่งใบเสร็จได้ถึง',
  'landing.announce': 'ประกาศผล',
  'landing.age': 'อายุผู้ร่วมกิจกรรม',
  'landing.ageFrom': '{age} ปีขึ้นไป',
} as const
