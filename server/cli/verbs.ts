import type { Verb } from './verb.ts'
import { addressVerbs } from './verbs/address.ts'
import { auditVerbs } from './verbs/audit.ts'
import { backupVerbs } from './verbs/backup.ts'
import { browserVerbs } from './verbs/browser.ts'
import { campaignVerbs } from './verbs/campaign.ts'
import { customerVerbs } from './verbs/customer.ts'
import { customerExportVerbs } from './verbs/customer-export.ts'
import { dateVerbs } from './verbs/dates.ts'
import { dbVerbs } from './verbs/db.ts'
import { deskVerbs } from './verbs/desk.ts'
import { doctorVerbs } from './verbs/doctor.ts'
import { doctorLiveVerbs } from './verbs/doctor-live.ts'
import { drawVerbs } from './verbs/draw.ts'
import { drawResultVerbs } from './verbs/draw-result.ts'
import { drillVerbs } from './verbs/drill.ts'
import { exportVerbs } from './verbs/export.ts'
import { healthVerbs } from './verbs/health.ts'
import { messageVerbs } from './verbs/messages.ts'
import { notifyVerbs } from './verbs/notify.ts'
import { prizeVerbs } from './verbs/prizes.ts'
import { qrVerbs } from './verbs/qr.ts'
import { questionVerbs } from './verbs/question.ts'
import { receiptVerbs } from './verbs/receipts.ts'
import { rehearseVerbs } from './verbs/rehearse.ts'
import { retentionVerbs } from './verbs/retention.ts'
import { reviewVerbs } from './verbs/review.ts'
import { rewardVerbs } from './verbs/reward.ts'
import { sessionVerbs } from './verbs/sessions.ts'
import { slipVerbs } from './verbs/slips.ts'
import { statsVerbs } from './verbs/stats.ts'
import { storeVerbs } from './verbs/store.ts'
import { termsVerbs } from './verbs/terms.ts'
import { winnerVerbs } from './verbs/winners.ts'

/** The help lists the verbs in this order. */
export const verbs: readonly Verb[] = [
  ...campaignVerbs,
  ...dateVerbs,
  ...termsVerbs,
  ...browserVerbs,
  ...questionVerbs,
  ...storeVerbs,
  ...rewardVerbs,
  ...receiptVerbs,
  ...reviewVerbs,
  ...customerVerbs,
  ...customerExportVerbs,
  ...sessionVerbs,
  ...deskVerbs,
  ...qrVerbs,
  ...statsVerbs,
  ...healthVerbs,
  ...exportVerbs,
  ...rehearseVerbs,
  ...drawVerbs,
  ...slipVerbs,
  ...drawResultVerbs,
  ...prizeVerbs,
  ...winnerVerbs,
  ...notifyVerbs,
  ...messageVerbs,
  ...retentionVerbs,
  ...backupVerbs,
  ...drillVerbs,
  ...dbVerbs,
  ...doctorVerbs,
  ...auditVerbs,
  ...doctorLiveVerbs,
  ...addressVerbs,
]
