// Generated from contract/calls/ by `npm run generate`. Do not edit.
import { action as blockCustomer } from '#server/actions/block-customer.ts'
import { action as endCustomerSessions } from '#server/actions/end-customer-sessions.ts'
import { action as unblockCustomer } from '#server/actions/unblock-customer.ts'
import type { DeskHandlers } from '#server/desk/handler.ts'
import { handler as acceptInvitation } from '#server/desk/routes/accept-invitation.ts'
import { handler as addPasskey } from '#server/desk/routes/add-passkey.ts'
import { handler as approvals } from '#server/desk/routes/approvals.ts'
import { handler as approvedFile } from '#server/desk/routes/approved-file.ts'
import { handler as askApproval } from '#server/desk/routes/ask-approval.ts'
import { handler as audit } from '#server/desk/routes/audit.ts'
import { handler as auditCheck } from '#server/desk/routes/audit-check.ts'
import { handler as campaignNumbers } from '#server/desk/routes/campaign-numbers.ts'
import { handler as changeDelivery } from '#server/desk/routes/change-delivery.ts'
import { handler as changeRole } from '#server/desk/routes/change-role.ts'
import { handler as changeSetUp } from '#server/desk/routes/change-set-up.ts'
import { handler as countMailing } from '#server/desk/routes/count-mailing.ts'
import { handler as customer } from '#server/desk/routes/customer.ts'
import { handler as customerReceipts } from '#server/desk/routes/customer-receipts.ts'
import { handler as customerTimeline } from '#server/desk/routes/customer-timeline.ts'
import { handler as decideApproval } from '#server/desk/routes/decide-approval.ts'
import { handler as demoSignIn } from '#server/desk/routes/demo-sign-in.ts'
import { handler as disownSession } from '#server/desk/routes/disown-session.ts'
import { handler as draw } from '#server/desk/routes/draw.ts'
import { handler as drawProof } from '#server/desk/routes/draw-proof.ts'
import { handler as endOtherSessions } from '#server/desk/routes/end-other-sessions.ts'
import { handler as endPerson } from '#server/desk/routes/end-person.ts'
import { handler as endSession } from '#server/desk/routes/end-session.ts'
import { handler as findCustomers } from '#server/desk/routes/find-customers.ts'
import { handler as holdMailing } from '#server/desk/routes/hold-mailing.ts'
import { handler as invitationOptions } from '#server/desk/routes/invitation-options.ts'
import { handler as invite } from '#server/desk/routes/invite.ts'
import { handler as inviteAgain } from '#server/desk/routes/invite-again.ts'
import { handler as me } from '#server/desk/routes/me.ts'
import { handler as notices } from '#server/desk/routes/notices.ts'
import { handler as passkeyOptions } from '#server/desk/routes/passkey-options.ts'
import { handler as passkeys } from '#server/desk/routes/passkeys.ts'
import { handler as people } from '#server/desk/routes/people.ts'
import { handler as phones } from '#server/desk/routes/phones.ts'
import { handler as photo } from '#server/desk/routes/photo.ts'
import { handler as previewDrawImport } from '#server/desk/routes/preview-draw-import.ts'
import { handler as previewSetUp } from '#server/desk/routes/preview-set-up.ts'
import { handler as previewSetUpScreens } from '#server/desk/routes/preview-set-up-screens.ts'
import { handler as prizeReceipt } from '#server/desk/routes/prize-receipt.ts'
import { handler as removePasskey } from '#server/desk/routes/remove-passkey.ts'
import { handler as resultMailing } from '#server/desk/routes/result-mailing.ts'
import { handler as reviewChecks } from '#server/desk/routes/review-checks.ts'
import { handler as reviewDecide } from '#server/desk/routes/review-decide.ts'
import { handler as reviewHeartbeat } from '#server/desk/routes/review-heartbeat.ts'
import { handler as reviewNext } from '#server/desk/routes/review-next.ts'
import { handler as reviewQueue } from '#server/desk/routes/review-queue.ts'
import { handler as reviewRelease } from '#server/desk/routes/review-release.ts'
import { handler as reviewSettle } from '#server/desk/routes/review-settle.ts'
import { handler as reviewSkip } from '#server/desk/routes/review-skip.ts'
import { handler as reviewUndo } from '#server/desk/routes/review-undo.ts'
import { handler as reviewUndoSkip } from '#server/desk/routes/review-undo-skip.ts'
import { handler as seeNotices } from '#server/desk/routes/see-notices.ts'
import { handler as sessions } from '#server/desk/routes/sessions.ts'
import { handler as setUp } from '#server/desk/routes/set-up.ts'
import { handler as setUpScreens } from '#server/desk/routes/set-up-screens.ts'
import { handler as setUpStores } from '#server/desk/routes/set-up-stores.ts'
import { handler as setUpTerms } from '#server/desk/routes/set-up-terms.ts'
import { handler as signIn } from '#server/desk/routes/sign-in.ts'
import { handler as signInOptions } from '#server/desk/routes/sign-in-options.ts'
import { handler as signOut } from '#server/desk/routes/sign-out.ts'
import { handler as startMailing } from '#server/desk/routes/start-mailing.ts'
import { handler as today } from '#server/desk/routes/today.ts'
import { handler as verify } from '#server/desk/routes/verify.ts'
import { handler as verifyOptions } from '#server/desk/routes/verify-options.ts'
import { handler as welcome } from '#server/desk/routes/welcome.ts'
import { handler as winner } from '#server/desk/routes/winner.ts'
import { handler as winners } from '#server/desk/routes/winners.ts'
import { handlerOf } from '#server/desk/run-action.ts'

/** The handler of each call of the desk. The compiler reports a call or an action without one. */
export const handlers: DeskHandlers = {
  acceptInvitation,
  addPasskey,
  approvals,
  approvedFile,
  askApproval,
  audit,
  auditCheck,
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
  verify,
  verifyOptions,
  welcome,
  winner,
  winners,
  blockCustomer: handlerOf('blockCustomer', blockCustomer),
  endCustomerSessions: handlerOf('endCustomerSessions', endCustomerSessions),
  unblockCustomer: handlerOf('unblockCustomer', unblockCustomer),
}
