/** Texts of the Today page about regions, waiting times and stock. */
export const today = {
  'today.quota.nearly': 'โควตาข้อความ LINE ของเดือนนี้ใกล้หมดแล้ว',
  'today.quota.used': 'โควตาข้อความ LINE ของเดือนนี้หมดแล้ว LINE จะไม่รับข้อความจนถึง {time}',
  'today.quota.counted': 'นับแล้ว {used} จาก {limit} ข้อความ รอส่ง {waiting}',
  'today.quota.winners':
    'ข้อความถึงผู้ได้รับรางวัล {count} ข้อความรอส่งจนถึงกำหนดที่แจ้งในข้อความ ควรโทรหาผู้ได้รับรางวัล โดยเลือก “{filter}” ที่หน้า',
  'today.quota.raise':
    'ให้เปลี่ยนแพ็กเกจหรือเพิ่มเพดานข้อความเพิ่มเติมใน LINE Official Account Manager (LINE ไม่บอกว่าเพดานใดหมด) จากนั้นเซิร์ฟเวอร์จะส่งข้อความที่รออยู่ต่อเอง ข้อความละครั้ง ข้อความแจ้งข่าวที่ไม่มีกำหนดจะถูกยกเลิกหลังสามวัน',
  'today.joins.text': 'เข้าร่วม คือลูกค้าที่ลงทะเบียนแล้ว นับในชั่วโมงที่เข้ามาครั้งแรก ตัวเลขของวันก่อน ๆ จึงเพิ่มขึ้นได้',
  'today.region.north': 'ภาคเหนือ',
  'today.region.northeast': 'ภาคตะวันออกเฉียงเหนือ',
  'today.region.central': 'ภาคกลาง',
  'today.region.east': 'ภาคตะวันออก',
  'today.region.west': 'ภาคตะวันตก',
  'today.region.south': 'ภาคใต้',
  'today.region.none': 'ไม่ทราบภาค',
  'today.regions.text': 'แบ่ง 6 ภาคตามราชบัณฑิตยสภา นับเฉพาะจังหวัดที่มีใบเสร็จ',
  'today.ages': 'อายุของใบเสร็จที่รอตรวจ',
  'today.age': 'รอมาแล้ว',
  'today.age.1': 'ไม่ถึง 1 ชั่วโมง',
  'today.age.6': '1 ถึง 6 ชั่วโมง',
  'today.age.24': '6 ถึง 24 ชั่วโมง',
  'today.age.72': '1 ถึง 3 วัน',
  'today.age.more': 'เกิน 3 วัน',
  'today.waited.by-hour': 'เวลารอตรวจเฉลี่ย รายชั่วโมง',
  'today.waited.by-day': 'เวลารอตรวจเฉลี่ย รายวัน',
  'today.waited': 'นาทีที่รอ',
  'today.waited.none': 'ไม่มีใบที่ตัดสิน',
  'today.waited.text': 'เฉลี่ยของใบที่ตัดสินในช่วงนั้น นับจากส่งครั้งแรกจนถึงผลล่าสุด รวมเวลาที่ลูกค้าแก้ไข',
  'today.stock': 'ของรางวัลคงเหลือ รายวัน',
  'today.stock.text':
    'จำนวนคงเหลือตอนสิ้นวัน คิดย้อนจากจำนวนที่เหลือตอนนี้และที่ใช้ไป ถ้าเคยเพิ่มหรือลดสต็อก ตัวเลขก่อนวันนั้นจะไม่ตรง',
} as const
