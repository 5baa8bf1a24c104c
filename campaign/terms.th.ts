/** Summaries of the legal texts. The full texts are in `legal.th.ts`. */
export const terms = {
  'campaign.termsShort': 'ซื้อจากร้านที่ร่วมรายการ ใบเสร็จ 1 ใบใช้ได้ 1 ครั้ง และเก็บใบเสร็จตัวจริงไว้จนประกาศผล',
  'campaign.privacyShort': 'เราใช้ข้อมูลเพื่อจัดกิจกรรมและส่งของรางวัล และลบทิ้งหลังจบกิจกรรม',
  'campaign.permit': 'ใบอนุญาตเลขที่ {permit}',
} as const
