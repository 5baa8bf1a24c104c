import type { refusals as thai } from '../th/refusals.ts'

export const refusals: Readonly<Record<keyof typeof thai, string>> = {
  'refused.NO_DRAW': 'This campaign has no draw.',
  'refused.DRAW_CHANGED':
    'Someone else has just done a step of the draw. Look at the latest state before you try again.',
  'refused.STEP_RUNNING': 'This step is already being carried out.',
  'refused.ALREADY_COMMITTED':
    'The promise is already published. If it must change, the operator runs draw commit --again; explain publicly why.',
  'refused.ALREADY_SEALED': 'It is too late for a promise: the draw is at “{state}”.',
  'refused.CAMPAIGN_ENDED':
    'The campaign has closed, so a promise proves little now. To make it anyway, tick the box for a late promise and ask again.',
  'refused.TOO_FAR': '{time} is more than five years ahead. Check the year.',
  'refused.BEACON_AT_PAST': 'The time when the random value is published must be in the future.',
  'refused.BEACON_AT_BEFORE_CLOSE':
    'The random value must become known after the campaign closes, when the list of entries is complete.',
  'refused.NO_PRIZES': 'The draw has no prizes yet. The operator sets them with draw commit --prize.',
  'refused.PRIZES_DIFFER':
    'The prizes of the draw differ from those that the app shows: {prizesEn}. Before the promise, a manager can take over the app’s prizes on the page “Set-up”.',
  'refused.PRIZES_PUBLISHED':
    'The prizes were published with the promise, so they cannot change. The draw is in the step “{state}”.',
  'refused.TOO_MANY_RESERVES': 'A draw can have at most {max} reserves.',
  'refused.RECEIPTS_PENDING':
    '{count} receipts wait for a review and would not take part. Review them, or choose to seal the list without them.',
  'refused.NO_TICKETS': 'There are no valid entries, so nothing can be drawn.',
  'refused.NOT_COMMITTED': 'The list cannot be sealed before the draw is promised.',
  'refused.NOT_SEALABLE': 'The list cannot be sealed: the draw is at “{state}”.',
  'refused.CAMPAIGN_NOT_ENDED': 'The campaign has not closed yet.',
  'refused.LATE_RECEIPTS':
    'Late receipts are accepted until {time}. Seal the list after that, or let the operator end the campaign now with close.',
  'refused.BEACON_KNOWN':
    'The random value is already known, so a list sealed now proves nothing. The operator must promise a later one (draw commit --again --late).',
  'refused.NOT_SEALED': 'The list must be sealed before the draw, which is at “{state}”.',
  'refused.NOT_SEALED_BY_HAND': 'The list is not sealed for a draw by hand; the draw is at “{state}”.',
  'refused.DRAWN_BY_HAND':
    'This list was sealed for a draw by hand. Import the drawn tickets on the page “Draw”.',
  'refused.NO_DRAWN_TICKETS': 'The file contains no tickets.',
  'refused.TOO_MANY_DRAWN':
    'The file has {count} tickets, but the draw has {seats} prizes and {reserves} reserves.',
  'refused.WRONG_LINES':
    '{count} lines are wrong, so nothing was imported. Choose the file again on the page “Draw” to see which.',
  'refused.BEACON_NOT_YET': 'The random value becomes known at {time}. The draw cannot be run before that.',
  'refused.STAND_IN_BEACON':
    '“{beacon}” is the made-up value of a rehearsal. A real result needs the value that its public source announced.',
  'refused.LIST_CHANGED':
    'The sealed list was changed: its hash is {found}, not {expected}. Do not draw; the operator must restore a backup.',
  'refused.NO_RESULT': 'There is no result to announce yet: the draw is at “{state}”.',
  'refused.ALREADY_ANNOUNCED': 'The result was announced at {time} and cannot change.',
  'refused.NO_TIME_TO_CONFIRM':
    'Winners would have no time to confirm, because the deadline is before the announcement. The operator must move it first (dates set --confirm-by).',
  'refused.NO_WINNERS': 'There are no winners yet: the draw is at “{state}”.',
  'refused.NOT_ANNOUNCED': 'The result is not announced yet, so no seat can be vacant.',
  'refused.CONFIRM_BY_PAST': 'The deadline for the reserves must be in the future.',
  'refused.PROMOTED_MEANWHILE':
    'Someone else is promoting reserves right now. Look at the latest state before you try again.',
  'refused.NO_SEALED_LIST': 'There is no sealed list yet: the draw is at “{state}”.',
  'refused.WINNERS_ARE_SECRET':
    'The winners are secret until the announcement. An approved request can still be downloaded until the time shown.',
  'refused.PROOF_IS_SECRET':
    'The file contains the secret of the draw and the winners, so it can be downloaded only after the announcement.',
  'refused.NO_ANNOUNCEMENT': 'The time of the announcement is not set.',
  'refused.OVER_QUOTA':
    'LINE would refuse {count} messages in this month. Raise the account’s limit first, or choose to start anyway.',
  'refused.MESSAGES_OFF': 'LINE messages are off. The operator must set LINE_MESSAGING_ACCESS_TOKEN first.',
  'refused.NOT_A_WINNER': 'This customer has not won.',
  'refused.WINNER_LEFT': 'This customer has left the campaign.',
  'refused.NOT_CONFIRMED': 'The customer has not confirmed the prize.',
  'refused.GIVEN_UP': 'The customer has declined the prize, or did not confirm it in time.',
  'refused.NOT_SENT_BY_PARCEL': 'This prize is not sent by parcel.',
  'refused.ADDRESS_MISSING': 'The customer’s address is not complete, so a parcel cannot be sent.',
  'refused.NOT_SHIPPED': 'The parcel is not marked as sent yet.',
  'refused.ALREADY_RECEIVED': 'The prize is marked as received. Undo that first.',
  'refused.NOT_TAXED': 'A prize of {baht} baht has no withholding tax.',
  'refused.TAX_UNPAID': 'The withholding tax of {baht} baht must be paid before the prize is handed over.',
  'refused.GUARDIAN_MISSING':
    'The winner is under 20. Record that you have seen the guardian’s consent before the prize is handed over.',
  'refused.DRAW_SEALED': 'This customer has won a prize and must decline it first.',
  'refused.PRIZE_SENT':
    'This customer’s prize was sent or handed over, so the data is kept for the period in the terms. If the parcel came back, press “Undo: sent” on the winner’s page first.',
  'refused.HANDED_OVER':
    'The prize was sent or handed over, so this record stays. If it is marked as sent or received by mistake, undo that first.',
  'draw.now.open': 'not started',
  'draw.now.committed': 'promised',
  'draw.now.sealed': 'list sealed',
  'draw.now.run': 'drawn',
}
