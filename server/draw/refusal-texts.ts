import type { DrawRefusalCode } from '#contract/desk/draw-refusals.ts'

/** Texts for the command line. `{time}` is replaced with the time in Bangkok. */
export const refusalTexts: Readonly<Record<DrawRefusalCode, string>> = {
  NO_DRAW: 'This campaign has no draw.',
  DRAW_CHANGED: 'Someone else has just changed this draw.',
  STEP_RUNNING: 'This step is already being carried out.',
  ALREADY_COMMITTED:
    'The draw is already committed. `--again` replaces the commitment; explain publicly why.',
  ALREADY_SEALED: 'The draw is already {state}.',
  CAMPAIGN_ENDED: 'The campaign has ended, so a commitment proves little now. `--late` commits anyway.',
  TOO_FAR: '{time} (Bangkok time) is more than five years ahead.',
  BEACON_AT_PAST: '--beacon-at: must be in the future, while the beacon is still unknown',
  BEACON_AT_BEFORE_CLOSE:
    '--beacon-at: must be after the campaign’s close, when the list of tickets is complete',
  NO_PRIZES: 'The draw has no prizes: give at least one --prize',
  PRIZES_DIFFER: 'The prizes of the draw differ from those that the app advertises: {prizesEn}',
  PRIZES_PUBLISHED: 'The draw is already {state}, so its prizes are published.',
  TOO_MANY_RESERVES: '--reserves: must be a whole number from 0 to {max}',
  RECEIPTS_PENDING:
    '{count} receipts are pending and would not take part. Review them, or add --leave-pending.',
  NO_TICKETS: 'There are no valid tickets, so nothing can be drawn.',
  NOT_COMMITTED:
    'The list cannot be sealed while the draw is open. Start with `draw commit`, or add --physical for a draw by hand.',
  NOT_SEALABLE: 'The list cannot be sealed while the draw is {state}.',
  CAMPAIGN_NOT_ENDED: 'The campaign has not ended yet.',
  LATE_RECEIPTS:
    'Late receipts are accepted until {time} (Bangkok time). Seal after that, or end the campaign now with `close`.',
  BEACON_KNOWN:
    'The beacon is already known, so a list sealed now proves nothing. Run `draw commit --again --late` with a later beacon.',
  NOT_SEALED: 'The draw is {state}: it can only be run after `draw seal`.',
  NOT_SEALED_BY_HAND:
    'The draw is {state}, and its list was not sealed for a draw by hand. Only `draw seal --physical` does that.',
  DRAWN_BY_HAND: 'The list was sealed for a draw by hand; see `draw import`.',
  NO_DRAWN_TICKETS: 'The file contains no tickets.',
  TOO_MANY_DRAWN:
    'The file contains {count} tickets, but the draw has {seats} prizes and {reserves} reserves.',
  WRONG_LINES: '{count} lines of the file are wrong.',
  BEACON_NOT_YET: 'The beacon is not known before {time} (Bangkok time).',
  STAND_IN_BEACON:
    'The beacon "{beacon}" is a rehearsal’s stand-in. A real result needs the value that its public source announced.',
  LIST_CHANGED: 'The sealed list was changed: its hash is {found}, not {expected}.',
  NO_RESULT: 'The draw has no result to announce yet (state: {state}).',
  ALREADY_ANNOUNCED: 'The result was already announced at {time} (Bangkok time).',
  NO_TIME_TO_CONFIRM:
    'Winners would have no time to confirm: move the deadline with `dates set --confirm-by`.',
  NO_WINNERS: 'The draw has no winners yet (state: {state}).',
  NOT_ANNOUNCED: 'The winners are not announced yet, so no seat can be vacant.',
  CONFIRM_BY_PAST: '--confirm-by: must be in the future',
  PROMOTED_MEANWHILE: 'Someone else is promoting reserves at the same time; run the command again.',
  NO_SEALED_LIST: 'The draw has no sealed list yet (state: {state}).',
  WINNERS_ARE_SECRET: 'The winners are secret until the announcement.',
  PROOF_IS_SECRET: 'The file contains the secret and the winners, so it is secret until the announcement.',
  NO_ANNOUNCEMENT: 'The draw’s result is not announced: run `announce --notify`.',
  OVER_QUOTA: 'LINE would refuse {count} of them. Raise the account’s limit first, or pass --over-quota.',
  MESSAGES_OFF:
    'LINE messages are off: set LINE_MESSAGING_ACCESS_TOKEN in the server’s settings and restart it.',
  NOT_A_WINNER: 'This customer has no seat in the draw.',
  WINNER_LEFT: 'This customer has left the campaign.',
  NOT_CONFIRMED: 'The customer has not confirmed the prize.',
  GIVEN_UP: 'The customer has declined the prize, or did not confirm it in time.',
  NOT_SENT_BY_PARCEL: 'This prize is not sent by parcel.',
  ADDRESS_MISSING: 'The customer’s address is not complete.',
  NOT_SHIPPED: 'The parcel is not marked as sent yet.',
  ALREADY_RECEIVED: 'The prize is marked as received. Take that back first.',
  NOT_TAXED: 'A prize of {baht} baht has no withholding tax.',
  TAX_UNPAID: 'The withholding tax of {baht} baht must be paid before the prize is handed over.',
  GUARDIAN_MISSING:
    'The winner is a minor. Record first that you have seen the guardian’s consent (`winners guardian`).',
  HANDED_OVER:
    'The prize was sent or handed over, so this record stays. If it is marked as sent or received by mistake, take that back first.',
  DRAW_SEALED: 'The customer has won a seat and must decline it first.',
  PRIZE_SENT:
    'The customer’s prize was sent or handed over, so the data is kept until retention deletes it. If the parcel came back, undo the sending first.',
}
