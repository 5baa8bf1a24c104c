/**
 * The campaign's dates, rules, prizes, questions and rewards. The server reads this file only once, to fill
 * an empty database. To change a running campaign, use the command line (`npm run campaign`).
 *
 * Each time needs a time zone: `2026-12-01T00:00:00+07:00`. For trials, a time can also be a number of days
 * relative to the day on which the campaign is created, with an optional time of day in Bangkok: `-7d`, `+31d
 * 14:00`.
 */
export const definition = {
  dates: {
    opens: '-7d',
    closes: '+28d',
    draw: '+31d 14:00',
    announce: '+33d 14:00',
    /** Deadline for winners to confirm their seats. Unconfirmed seats then go to the reserves. */
    confirmBy: '+40d 14:00',
  },

  rules: {
    bahtPerRight: 100,
    minAmountBaht: 100,
    maxReceiptsPerDay: 10,
    minAge: 10,
    /** Version of the terms. Customers who agreed to another version are asked to agree again. */
    termsVersion: '2026-11',
    privacyVersion: '2026-11',
    /** Number of the lucky-draw permit shown in the app, or null to show none. */
    permitNo: null,
    /**
     * True if customers may use the app in a normal browser through LINE Login. If false, the app sends them
     * to LINE.
     */
    allowExternalBrowser: false,
  },

  /** Prizes in the order in which winners are drawn. An item with `reserve: true` sets the number of reserves. */
  prizes: [
    { title: 'บัตรคอนเสิร์ต 2 ที่นั่ง', count: 50 },
    { title: 'ลำดับสำรอง', count: 25, reserve: true },
  ],

  /** The app shows the newest open question. Without `choices`, customers write up to `maxLength` characters. */
  questions: [
    {
      text: 'เพลงเปิดคอนเสิร์ตที่คุณอยากฟังที่สุดคือแนวไหน',
      choices: ['ป็อป', 'ร็อก', 'ลูกทุ่ง', 'ฮิปฮอป'],
      opens: '-7d',
      closes: '+0d',
    },
    {
      text: 'คุณอยากชวนใครไปดูคอนเสิร์ตครั้งนี้ที่สุด เพราะอะไร',
      maxLength: 500,
      opens: '+0d',
      closes: '+28d',
    },
  ],

  /**
   * Rewards in the order in which the app shows them. `unlockedBy` is `registered`, `answer`, `receipt` (an approved
   * one) or `winner`. With `needsStaff`, staff at the counter enter their PIN. Without `stock` the supply is unlimited.
   * Without `opens` and `closes` the reward is available while the campaign is open.
   */
  rewards: [
    { type: 'welcome', title: 'คูปองต้อนรับสมาชิกใหม่', unlockedBy: 'registered' },
    { type: 'answer', title: 'ส่วนลดสำหรับผู้ร่วมตอบคำถาม', unlockedBy: 'answer' },
    { type: 'receipt', title: 'เครื่องดื่มฟรี 1 แก้ว', unlockedBy: 'receipt', needsStaff: true },
    { type: 'gift', title: 'ของที่ระลึกจำนวนจำกัด', unlockedBy: 'receipt', needsStaff: true, stock: 500 },
    {
      type: 'concert',
      title: 'บัตรคอนเสิร์ต 2 ที่นั่ง',
      unlockedBy: 'winner',
      needsStaff: true,
      opens: '+33d 14:00',
      closes: '+63d 14:00',
    },
  ],
}
