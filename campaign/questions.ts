/**
 * The app shows the newest open question. Without `choices`, customers write up to `maxLength` characters. A chosen
 * answer is stored in Thai; the app shows it in the customer's language.
 */
export type Question = {
  readonly textTh: string
  readonly textEn: string
  readonly choices?: readonly { readonly th: string; readonly en: string }[]
  readonly maxLength?: number
  readonly opens: string
  readonly closes?: string
}

export const questions: readonly Question[] = [
  {
    textTh: 'เพลงเปิดคอนเสิร์ตที่คุณอยากฟังที่สุดคือแนวไหน',
    textEn: 'Which kind of song should open the concert?',
    choices: [
      { th: 'ป็อป', en: 'Pop' },
      { th: 'ร็อก', en: 'Rock' },
      { th: 'ลูกทุ่ง', en: 'Luk thung' },
      { th: 'ฮิปฮอป', en: 'Hip-hop' },
    ],
    opens: '-7d',
    closes: '+0d',
  },
  {
    textTh: 'คุณอยากชวนใครไปดูคอนเสิร์ตครั้งนี้ที่สุด เพราะอะไร',
    textEn: 'Who would you take to this concert, and why?',
    maxLength: 500,
    opens: '+0d',
    closes: '+28d',
  },
]
