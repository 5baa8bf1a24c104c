// Generated from contract/calls/ by `npm run generate`. Do not edit.
import { call as acceptInvitation } from '#contract/calls/desk/accept-invitation.ts'
import { call as addPasskey } from '#contract/calls/desk/add-passkey.ts'
import { call as approvals } from '#contract/calls/desk/approvals.ts'
import { call as approvedFile } from '#contract/calls/desk/approved-file.ts'
import { call as askApproval } from '#contract/calls/desk/ask-approval.ts'
import { call as audit } from '#contract/calls/desk/audit.ts'
import { call as auditCheck } from '#contract/calls/desk/audit-check.ts'
import { call as blockCustomer } from '#contract/calls/desk/block-customer.ts'
import { call as campaignNumbers } from '#contract/calls/desk/campaign-numbers.ts'
import { call as changeDelivery } from '#contract/calls/desk/change-delivery.ts'
import { call as changeRole } from '#contract/calls/desk/change-role.ts'
import { call as changeSetUp } from '#contract/calls/desk/change-set-up.ts'
import { call as countMailing } from '#contract/calls/desk/count-mailing.ts'
import { call as customer } from '#contract/calls/desk/customer.ts'
import { call as customerReceipts } from '#contract/calls/desk/customer-receipts.ts'
import { call as customerTimeline } from '#contract/calls/desk/customer-timeline.ts'
import { call as decideApproval } from '#contract/calls/desk/decide-approval.ts'
import { call as demoSignIn } from '#contract/calls/desk/demo-sign-in.ts'
import { call as disownSession } from '#contract/calls/desk/disown-session.ts'
import { call as draw } from '#contract/calls/desk/draw.ts'
import { call as drawProof } from '#contract/calls/desk/draw-proof.ts'
import { call as endCustomerSessions } from '#contract/calls/desk/end-customer-sessions.ts'
import { call as endOtherSessions } from '#contract/calls/desk/end-other-sessions.ts'
import { call as endPerson } from '#contract/calls/desk/end-person.ts'
import { call as endSession } from '#contract/calls/desk/end-session.ts'
import { call as findCustomers } from '#contract/calls/desk/find-customers.ts'
import { call as holdMailing } from '#contract/calls/desk/hold-mailing.ts'
import { call as invitationOptions } from '#contract/calls/desk/invitation-options.ts'
import { call as invite } from '#contract/calls/desk/invite.ts'
import { call as inviteAgain } from '#contract/calls/desk/invite-again.ts'
import { call as me } from '#contract/calls/desk/me.ts'
import { call as notices } from '#contract/calls/desk/notices.ts'
import { call as passkeyOptions } from '#contract/calls/desk/passkey-options.ts'
import { call as passkeys } from '#contract/calls/desk/passkeys.ts'
import { call as people } from '#contract/calls/desk/people.ts'
import { call as phones } from '#contract/calls/desk/phones.ts'
import { call as photo } from '#contract/calls/desk/photo.ts'
import { call as previewDrawImport } from '#contract/calls/desk/preview-draw-import.ts'
import { call as previewSetUp } from '#contract/calls/desk/preview-set-up.ts'
import { call as previewSetUpScreens } from '#contract/calls/desk/preview-set-up-screens.ts'
import { call as prizeReceipt } from '#contract/calls/desk/prize-receipt.ts'
import { call as removePasskey } from '#contract/calls/desk/remove-passkey.ts'
import { call as resultMailing } from '#contract/calls/desk/result-mailing.ts'
import { call as reviewChecks } from '#contract/calls/desk/review-checks.ts'
import { call as reviewDecide } from '#contract/calls/desk/review-decide.ts'
import { call as reviewHeartbeat } from '#contract/calls/desk/review-heartbeat.ts'
import { call as reviewNext } from '#contract/calls/desk/review-next.ts'
import { call as reviewQueue } from '#contract/calls/desk/review-queue.ts'
import { call as reviewRelease } from '#contract/calls/desk/review-release.ts'
import { call as reviewSettle } from '#contract/calls/desk/review-settle.ts'
import { call as reviewSkip } from '#contract/calls/desk/review-skip.ts'
import { call as reviewUndo } from '#contract/calls/desk/review-undo.ts'
import { call as reviewUndoSkip } from '#contract/calls/desk/review-undo-skip.ts'
import { call as seeNotices } from '#contract/calls/desk/see-notices.ts'
import { call as sessions } from '#contract/calls/desk/sessions.ts'
import { call as setUp } from '#contract/calls/desk/set-up.ts'
import { call as setUpScreens } from '#contract/calls/desk/set-up-screens.ts'
import { call as setUpStores } from '#contract/calls/desk/set-up-stores.ts'
import { call as setUpTerms } from '#contract/calls/desk/set-up-terms.ts'
import { call as signIn } from '#contract/calls/desk/sign-in.ts'
import { call as signInOptions } from '#contract/calls/desk/sign-in-options.ts'
import { call as signOut } from '#contract/calls/desk/sign-out.ts'
import { call as startMailing } from '#contract/calls/desk/start-mailing.ts'
import { call as today } from '#contract/calls/desk/today.ts'
import { call as unblockCustomer } from '#contract/calls/desk/unblock-customer.ts'
import { call as verify } from '#contract/calls/desk/verify.ts'
import { call as verifyOptions } from '#contract/calls/desk/verify-options.ts'
import { call as welcome } from '#contract/calls/desk/welcome.ts'
import { call as winner } from '#contract/calls/desk/winner.ts'
import { call as winners } from '#contract/calls/desk/winners.ts'

/** Every call of the desk by name. */
export const definitions = {
  acceptInvitation,
  addPasskey,
  approvals,
  approvedFile,
  askApproval,
  audit,
  auditCheck,
  blockCustomer,
  campaignNumbers,
  changeDelivery,
  changeRole,
  changeSetUp,
  countMailing,
  customer,
  customerReceipts,
  customerTimeline,
  decideApproval,
  demoSignIn,
  disownSession,
  draw,
  drawProof,
  endCustomerSessions,
  endOtherSessions,
  endPerson,
  endSession,
  findCustomers,
  holdMailing,
  invitationOptions,
  invite,
  inviteAgain,
  me,
  notices,
  passkeyOptions,
  passkeys,
  people,
  phones,
  photo,
  previewDrawImport,
  previewSetUp,
  previewSetUpScreens,
  prizeReceipt,
  removePasskey,
  resultMailing,
  reviewChecks,
  reviewDecide,
  reviewHeartbeat,
  reviewNext,
  reviewQueue,
  reviewRelease,
  reviewSettle,
  reviewSkip,
  reviewUndo,
  reviewUndoSkip,
  seeNotices,
  sessions,
  setUp,
  setUpScreens,
  setUpStores,
  setUpTerms,
  signIn,
  signInOptions,
  signOut,
  startMailing,
  today,
  unblockCustomer,
  verify,
  verifyOptions,
  welcome,
  winner,
  winners,
}
