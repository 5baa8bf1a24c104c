/**
 * What this campaign is: its dates, its rules, its prizes, questions and rewards. The server makes the campaign from
 * it once, on an empty database; from then on the organiser's command line changes what runs.
 *
 * A time has a zone (`2026-12-01T00:00:00+07:00`). For trying things out it may also be counted in days from the day
 * the campaign is made, with a time in Bangkok: `-7d`, `+31d 14:00`.
 */
export const definition = {
  dates: {
    opens: '-7d',
    closes: '+28d',
    draw: '+31d 14:00',
    announce: '+33d 14:00',
    /** Winners confirm their seats until then; what is left goes to the reserves. */
    confirmBy: '+40d 14:00',
  },

  rules: {
    bahtPerRight: 100,
    minAmountBaht: 100,
    maxReceiptsPerDay: 10,
    minAge: 10,
    /** Whoever agreed to another version is asked again. */
    termsVersion: '2026-11',
    privacyVersion: '2026-11',
    /** The number of the permit for the lucky draw, or null where none is shown. */
    permitNo: null,
    /** Whether customers outside LINE may sign in with LINE Login; else they are led into LINE. */
    allowExternalBrowser: false,
  },

  /** In the order in which winners are drawn; `reserve` counts those who stand by. */
  prizes: [
    { title: 'บัตรคอนเสิร์ต 2 ที่นั่ง', count: 50 },
    { title: 'ลำดับสำรอง', count: 25, reserve: true },
  ],

  /** The newest open one is asked. With `choices` customers choose, without they write up to `maxLength` characters. */
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
   * What customers may use, in the order in which it is shown. `unlockedBy`: `registered`, `answer`, `receipt` (an
   * approved one) or `winner`. With `needsStaff` somebody at the counter enters the PIN. Without `stock` there is
   * enough for everybody; without `opens` and `closes` it can be used as long as the campaign is open.
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
