/**
 * This campaign's name, claims and prizes in Thai. For another campaign, change this file, `terms.th.ts`, `texts.en.ts`
 * and the drawings in `src/ui/art`.
 */
export const campaign = {
  'field.amount.hint': 'เฉพาะยอดซื้อฟองฟู ขั้นต่ำ {min}',
  'app.name': 'ฟองฟู',
  /** Shown in search results and shared links. */
  'app.description': 'ส่งใบเสร็จ ตอบคำถาม ลุ้นรับรางวัล',
  'campaign.name': 'ฟองฟู เฟส',
  'campaign.headline1': 'ซ่าทุกฟอง',
  'campaign.headline2': 'ลุ้นดูคอนเสิร์ต',
  'campaign.promise': 'ซื้อฟองฟูครบทุก {baht} บาท รับ 1 สิทธิ์',
  'campaign.promiseShort': 'ซื้อฟองฟู ส่งใบเสร็จ ลุ้นบัตรคอนเสิร์ต',
  'campaign.step1': 'ซื้อฟองฟู',
  'campaign.step1.text': 'รสไหนก็ได้ ที่ร้านร่วมรายการ',
  'campaign.step2': 'ถ่ายใบเสร็จ',
  'campaign.step2.text': 'ส่งในแอปนี้ ไม่ถึงนาที',
  'campaign.step3': 'ลุ้นรางวัล',
  'campaign.step3.text': 'ยิ่งส่งมาก ยิ่งได้สิทธิ์มาก',
  /** The main prize's short name, shown on the ticket on the home screen. */
  'campaign.mainPrize': 'บัตรคอนเสิร์ต ฟองฟู เฟส',
  'campaign.responsible': 'ร่วมสนุกอย่างพอดี',
} as const
