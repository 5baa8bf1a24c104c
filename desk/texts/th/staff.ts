export const staff = {
  'people.place': 'ประจำที่',
  'people.place.event': 'งานอีเวนต์',
  'people.place.stores': 'ร้านค้า',
  'people.place.codes': 'รหัสร้าน คั่นด้วยจุลภาค',
} as const
