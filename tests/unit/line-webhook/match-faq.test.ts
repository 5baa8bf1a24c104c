import { expect, test } from 'vitest'
import { faq } from '#campaign/faq.ts'
import { faqWords } from '#campaign/faq-words.ts'
import { questionFor } from '#server/line-webhook/match-faq.ts'

/** Messages as customers write them: without spaces, with misspellings, in the middle of a greeting. */
const asked = {
  receipts: [
    'ใบเสร็จแบบไหนใช้ได้บ้างคะ',
    'สลิปโอนเงินใช้ได้มั้ยครับ',
    'บิลเซเว่นใช้ได้ไหม',
    'สวัสดีค่ะ อยากทราบว่าใบเสร็จอะไรบ้างที่ร่วมรายการ',
    'ใบเสดโลตัสส่งได้มัยคะ',
    'ใบเสร็จ 1 ใบใช้ได้กี่ครั้ง',
    'ใบกำกับภาษีใช้ได้ไหมคะ',
    'Which receipts are valid?',
    'can i use a bill from 7-eleven',
    'What receipts do you accept',
  ],
  entries: [
    'ส่งใบเสร็จแล้วเมื่อไหร่จะได้สิทธิ์',
    'ส่งบิลไปแล้วสิทธิ์ยังไม่เข้าเลยค่ะ',
    'ทำไมสิทธิ์ไม่ขึ้น',
    'ใบเสร็จตรวจกี่วันคะ',
    'รอตรวจนานมากกกกก',
    'ใบเสร็จยังไม่ตรวจอีกหรอ',
    'ตรวจ นาน ไหม ครับ',
    'When do I get my entries?',
    'my receipt is still pending',
    'how long does it take to check a receipt',
    'I have not got my entry yet',
  ],
  rejected: [
    'ใบเสร็จไม่ผ่านทำไงดี',
    'ทำไมใบเสร็จไม่ผ่านคะ',
    'ใบเสร็จไม่ผ่านเพราะอะไร',
    'บิลโดนปฏิเสธ ต้องทำยังไง',
    'ไม่ผ่านอะ แก้ยังไง',
    'ส่งใบเสร็จใหม่ ต้องแก้ไขตรงไหน',
    'กรอกผิด แก้ใบเสร็จได้ไหม ใบเสร็จแก้ได้มั้ย',
    'ใบเสร็จขึ้นว่าไม่ผ่านค่ะ',
    'My receipt was rejected',
    'why was my receipt not approved?',
    'receipt declined, what can I do',
  ],
  offline: [
    'ไม่มีเน็ตส่งใบเสร็จได้ไหม',
    'ไม่มีสัญญาณโทรศัพท์ ส่งได้มั้ย',
    'เน็ตหลุดตอนกำลังส่งค่ะ',
    'อินเตอร์เน็ตช้ามากส่งไม่ได้',
    'เน็ตหมดทำไงดี',
    'ใช้แบบออฟไลน์ได้ไหม',
    'ไม่มีwifiส่งได้ไหม',
    'Can I send a receipt without internet?',
    'does it work offline',
    'I have no signal here',
  ],
  coupon: [
    'ใช้คูปองยังไง',
    'คูปองใช้ที่ไหนได้บ้างคะ',
    'แลกคูปองที่ร้านอย่างไร',
    'แลกของรางวัลยังไงคะ',
    'โค้ดส่วนลดใช้ยังงัย',
    'พนักงานถามรหัสร้าน',
    'ใช้couponยังไงคะ',
    'How do I use a coupon at a store?',
    'where can i redeem my voucher',
  ],
  result: [
    'จะรู้ได้ยังไงว่าได้รางวัล',
    'ประกาศผลวันไหนคะ',
    'ประกาศผลเมื่อไหร่',
    'ประกาศรางวัลวันไหน',
    'ดูผลรางวัลได้ที่ไหน',
    'เราได้รางวัลไหมคะ',
    'ได้รางวันรึยัง',
    'จับรางวัลวันไหนครับ',
    'ขอดูรายชื่อผู้โชคดีหน่อย',
    'When will the winners be announced?',
    'how do i know if i won',
    'where can I see the result',
  ],
} as const

test.each(Object.entries(asked).flatMap(([id, texts]) => texts.map(text => [text, id] as const)))(
  '"%s" asks the question "%s"',
  (text, id) => expect(questionFor(text)).toBe(id),
)

test.each([
  'สวัสดีค่ะ',
  'ขอบคุณครับ',
  'โอเคค่ะ',
  '555555',
  'อยากคุยกับเจ้าหน้าที่',
  'ขอเบอร์ติดต่อหน่อย',
  'ยกเลิกการเข้าร่วมยังไง',
  'อยากลบข้อมูลของฉัน',
  'ร้านไหนร่วมรายการบ้าง',
  'ฟองฟูรสใหม่อร่อยมาก',
  'ขอชื่อบริษัทหน่อยค่ะ',
  'ซื้อที่ไหนได้บ้าง',
  'ได้สิทธิ์เพิ่มแล้ว ดีใจจัง',
  'คูปอง',
  'ใบเสร็จ',
  'Hello',
  'thank you!',
  'I want to talk to a person',
  'delete my account',
  'the window is open',
  'do you deliver to Chiang Mai?',
  '',
  '   ',
  '👍👍👍',
  '😀',
  '...',
  '\u0000\ud800',
  'ก'.repeat(5000),
  `${'เรื่องมันยาว '.repeat(20)}ใบเสร็จไม่ผ่าน`,
])('"%s" is left to people', text => expect(questionFor(text)).toBeNull())

test('every question is found by its own words, in both languages', () => {
  for (const { id, questionTh, questionEn } of faq)
    expect([questionFor(questionTh), questionFor(questionEn)]).toEqual([id, id])
})

test('spaces, tone marks, case and repeated characters do not matter', () => {
  for (const text of [
    'ใบ เสร็จ ไม่ ผ่าน',
    'ใบเสรจไมผาน',
    'ใบเสร็จไม่ผ่านนนนน',
    'ใบเสร็จ...ไม่ผ่าน!!!',
    '\u200bใบเสร็จ\u200bไม่ผ่าน',
    'MY RECEIPT WAS REJECTED',
  ])
    expect(questionFor(text)).toBe('rejected')
})

test('each line of words finds its own question', () => {
  for (const [id, lines] of Object.entries(faqWords))
    for (const line of lines) {
      const text = line
        .split(' ')
        .map(group => group.split('|')[0])
        .join(' ')
      expect([line, questionFor(text)]).toEqual([line, id])
    }
})
