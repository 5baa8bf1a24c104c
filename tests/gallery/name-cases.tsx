import AnswerHistory from '#src/screens/answer-history/answer-history.tsx'
import Home from '#src/screens/home/home.tsx'
import Profile from '#src/screens/profile/profile.tsx'
import ReceiptHistory from '#src/screens/receipt-history/receipt-history.tsx'
import { Register } from '#src/screens/register/register.tsx'
import UpdateProfile from '#src/screens/update-profile/update-profile.tsx'
import { adult, agreed, NOW, queuedJob, registered, someReceipt } from '#tests/kit/fake-data.ts'
import { ready } from '#tests/kit/fake-state.ts'
import { type Case, of } from './case.tsx'

/** A name of the maximum length that can only break between syllables. */
const LONG = 'ประภัสสรวรรณวิจิตรกาญจนาภรณ์พิพัฒน์เกียรติกำจรขจร'
/** A name of the maximum length without any break opportunity. */
const UNBROKEN = 'W'.repeat(50)
/** A right-to-left name, with a family emoji of seven code points. */
const FROM_RIGHT = { firstName: 'محمد عبد الرحمن', lastName: 'الأندلسي', shown: '👨‍👩‍👧‍👦 محمد 🎉 (صديق)' }

const named = (firstName: string, lastName: string, shown: string) => ({
  customer: ready({
    ...registered,
    firstName,
    lastName,
    lineDisplayName: shown,
    addressLine: lastName.repeat(4).slice(0, 200),
    email: `${'a'.repeat(60)}@${'example'.repeat(8)}.com`,
  }),
  profile: { userId: registered.lineUserId, displayName: shown, pictureUrl: null },
})
const long = named(LONG, LONG, LONG)
const unbroken = named(UNBROKEN, UNBROKEN, UNBROKEN)
const fromRight = named(FROM_RIGHT.firstName, FROM_RIGHT.lastName, FROM_RIGHT.shown)
const receipt = { ...someReceipt, storeName: LONG + LONG, receiptNo: 'X'.repeat(40), amount: 9_999_999.99 }
const answer = {
  id: '01938000-0000-7000-8000-0000000000f1',
  questionId: '01938000-0000-7000-8000-0000000000f2',
  questionTextTh: 'คำตอบของคุณคืออะไร',
  answerText: UNBROKEN.repeat(4),
  answeredAt: '2026-11-19T18:25:00+07:00',
}

export const nameCases: Readonly<Record<string, Case>> = {
  'names-home-welcome': of(Home, { state: { ...long, drafts: { welcome: LONG } } }),
  'names-home-welcome-unbroken': of(Home, { state: { ...unbroken, drafts: { welcome: UNBROKEN } } }),
  'names-home-from-right': of(Home, { state: { ...fromRight, drafts: { welcome: FROM_RIGHT.firstName } } }),
  'names-home-receipt': of(Home, { state: { receipts: ready([{ receipt, queued: null }]) } }),
  'names-profile': of(Profile, { state: long }),
  'names-profile-unbroken': of(Profile, { state: unbroken }),
  'names-profile-from-right': of(Profile, { state: fromRight }),
  'names-update-profile': of(UpdateProfile, { state: long }),
  'names-register': of(Register, {
    state: {
      phase: { kind: 'register' },
      profile: unbroken.profile,
      drafts: { register: { ...agreed, customer: { ...adult, firstName: LONG } } },
    },
    act: ['ถัดไป'],
  }),
  'names-history': of(ReceiptHistory, {
    state: { receipts: ready([{ receipt, queued: { ...queuedJob, createdAt: NOW } }]) },
  }),
  'names-answers': of(AnswerHistory, { state: { answers: ready([answer]) } }),
}
