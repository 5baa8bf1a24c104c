import type { writeTexts as th } from '../th/writes.ts'

export const writeTexts = {
  'write.checking.title': 'Checking',
  'write.checking.text': 'Reading the data on this phone',
  'write.checking.slow':
    'The data on this phone cannot be read right now. Your history shows what we have received',
  'write.unknown.title': 'Check your history',
  'write.unknown.text': 'This page no longer has this item. Your history shows what we have received',
  'write.sending.title': 'Sending',
  'write.sending.text':
    'This is saved on your phone. If you close the app before it is sent, open the campaign again to finish sending it',
  'write.due.title': 'Saved, waiting to be sent',
  'write.due.text':
    'Nothing is sent while the app is closed. Open the campaign again when you have a connection',
  'write.network.title': 'Saved, waiting to be sent',
  'write.network.text':
    'We could not be reached. Nothing is sent while the app is closed. Open the campaign again when you have a connection',
  'write.gateway.title': 'Saved, waiting to be sent',
  'write.gateway.text':
    'Our system has not confirmed this yet. Something else may have answered, such as a Wi-Fi sign-in page. The app tries again while it is open, but sends nothing while it is closed',
  'write.blocked.title': 'Saved, waiting for more than a day',
  'write.blocked.text':
    'Something between this phone and our system seems to refuse this, such as a company network or a security filter. Try another network. If that does not help, contact us: see “Help and stores”',
  'write.server.title': 'Saved, waiting to be sent',
  'write.server.text':
    'We cannot take it right now. The app tries again while it is open, but sends nothing while it is closed',
  'write.turn.title': 'Saved, waiting to be sent',
  'write.turn.text':
    'Earlier items are sent first. Keep the app open, because nothing is sent while it is closed',
  'write.sign-in.title': 'Saved, waiting for you to sign in',
  'write.sign-in.text': 'Sign in again so that this can be sent',
  'write.storage.title': 'Saved, waiting to be sent',
  'write.storage.text':
    'This phone cannot save data right now, so the app cannot send this yet. Free some space on the phone',
  'write.pageOnly.title': 'Not saved. Keep this page open',
  'write.pageOnly.text':
    'This phone cannot save data right now. If you close this page before this is sent, it may be lost',
  'write.refused.title': 'We could not accept this',
  'write.refused.text': 'Correct it and send it again, or delete it from this phone',
  'write.exists.title': 'You have already sent this receipt',
  'write.exists.text':
    'We have this receipt with different details. Please check them and correct the receipt that we have',
  'write.lost.title': 'We no longer have this receipt',
  'write.lost.text':
    'We had received this receipt, but we had to restore our system from an older backup without it. This phone has kept it: you can send it again',
  'write.expired.title': 'Seems to have waited for more than 7 days',
  'write.expired.text': 'The app has stopped sending this. Do you still want to send it?',
  'write.received.title': 'Received',
  'write.received.text': 'We have received this',
  'write.withdrawn.title': 'Deleted',
  'write.withdrawn.text': 'You deleted this item. This phone will not send it',
  'write.replaced.title': 'Corrected',
  'write.replaced.text': 'You have corrected this item. The corrected one has its own status',
  'write.arriveBy': 'This receipt must reach us by {time}',
  'outbox.title': 'Waiting to be sent',
  'outbox.open': 'See waiting items',
  'outbox.needsYou': 'Needs your decision',
  'outbox.waiting': 'Waiting to be sent: {count}',
  'outbox.settled': 'Recent',
  'outbox.empty': 'Nothing is waiting',
  'outbox.emptyText': 'Nothing on this phone is waiting to be sent or corrected',
  'outbox.notLoaded': 'The data on this phone cannot be read right now, so some items may be missing here',
  'outbox.lastSent': 'Last sent on {time}',
  'outbox.closed': 'Nothing is sent while the app is closed',
  'outbox.sendNow': 'Send now',
  'outbox.why.sending': 'Sending. Keep the app open until everything has been sent',
  'outbox.why.sign-in': 'Sign in first so that these can be sent',
  'outbox.why.network': 'We could not be reached. Check your connection',
  'outbox.why.gateway':
    'Our system has not confirmed these yet. If this Wi-Fi has a sign-in page, sign in to it first',
  'outbox.why.blocked':
    'Something between this phone and our system seems to refuse an item that has waited for more than a day. Try another network',
  'outbox.why.server': 'We cannot take these right now. The app tries again while it is open',
  'outbox.why.storage':
    'This phone cannot save data right now, so nothing can be sent. Free some space on the phone',
  'outbox.why.rounds': 'Only a few items can be sent each minute. Keep the app open to send the next ones',
  'outbox.why.due': 'Not sending yet',
  'outbox.nextSeconds': 'Next try in {seconds} {seconds:second|seconds}',
  'outbox.nextMinutes': 'Next try in about {minutes} {minutes:minute|minutes}',
  'outbox.nextAt': 'Next try at about {time}',
  'outbox.waits.turn': 'Earlier items first',
  'outbox.waits.network': 'Waiting for a connection',
  'outbox.waits.gateway': 'Waiting for our system to confirm',
  'outbox.waits.blocked': 'Seems to be blocked on the way',
  'outbox.waits.server': 'Waiting for our system',
  'outbox.waits.sign-in': 'Sign in first',
  'outbox.waits.storage': 'This phone cannot save data',
  'outbox.receipt': 'Receipt',
  'outbox.correction': 'Receipt correction',
  'outbox.withdrawal': 'Receipt withdrawal',
  'outbox.answer': 'Answer',
  'outbox.profile': 'Changes to your details',
  'outbox.messages': 'Settings for LINE messages',
  'outbox.attend': 'Prize: confirm',
  'outbox.decline': 'Prize: decline',
  'outbox.other': 'Other item',
  'outbox.store': 'Store {id}',
  'outbox.edit': 'Edit',
  'outbox.retry': 'Send again',
  'outbox.notRetried':
    'This phone cannot save data right now, so this could not be sent again. Please try again later',
  'outbox.delete': 'Delete',
  'outbox.deleteTitle': 'Delete it from this phone?',
  'outbox.deleteText': 'This phone will no longer send it. You cannot undo this',
  'outbox.deleteWithdrawal': 'This phone will not send the withdrawal, so the receipt still counts',
  'outbox.deleted': 'Deleted',
  'outbox.notDeleted': 'Not deleted',
  'outbox.notDeletedText':
    'This phone cannot save data right now, so this could not be deleted. Please try again later',
  'outbox.maybeSent': 'Too late to delete',
  'outbox.maybeSentText': 'This may already have reached us, so it cannot be deleted on this phone',
  'outbox.maybeSentReceipt':
    'This receipt may already have reached us, so it cannot be deleted on this phone. You can ask to withdraw it instead',
  'outbox.unreadable': 'This version of the app cannot read {count} {count:item|items}',
  'outbox.unreadableText':
    'This data is still on this phone, but this version cannot send it. Load a newer version of the app, or delete it',
  'outbox.reload': 'Reload',
  'outbox.support': 'Details for support',
  'outbox.supportText':
    'If you contact support, read these lines to them. The app deletes them when you close it',
  'outbox.deleteUnreadable':
    '{count} unreadable {count:item|items} will be deleted from this phone. You cannot undo this',
} satisfies Record<keyof typeof th, string>
