const keysIn = (list: string): readonly string[] => list.trim().split(/\s+/)

/**
 * Texts that appear next to the sentences about writes but say nothing about a write, such as names of screens and
 * buttons.
 */
export const labels = keysIn(`
  outbox.title outbox.open outbox.settled outbox.closed outbox.sendNow outbox.receipt outbox.correction
  outbox.withdrawal outbox.answer outbox.profile outbox.messages outbox.attend outbox.decline outbox.other outbox.store outbox.edit
  outbox.retry outbox.delete outbox.deleteTitle outbox.deleteText outbox.deleteWithdrawal outbox.reload
  outbox.support outbox.supportText outbox.deleteUnreadable
  answer.title answer.none answer.noneText answer.closed answer.closes answer.send answer.change answer.counter
  answer.yours answer.counterLeft answer.over answers.title answers.empty
  thanks.title thanks.next thanks.share thanks.shareText thanks.shared thanks.close thanks.say
  thanks.shareWin thanks.winText thanks.winPlainText thanks.sayText thanks.said thanks.lineFailed thanks.answers thanks.history thanks.seat
  receipt.title receipt.titleView receipt.titleEdit receipt.once receipt.take receipt.pick receipt.takeMore
  receipt.pickMore receipt.photoHint receipt.photoOf receipt.rotate receipt.remove receipt.preparing
  receipt.photo.unreadable receipt.photo.too-small receipt.photo.too-large receipt.chooseStore receipt.searchStore
  receipt.noStore receipt.stores receipt.storesMore receipt.estimate receipt.estimateRule receipt.review
  receipt.confirmTitle receipt.confirm receipt.back receipt.photos receipt.draftKept receipt.draftDrop
  receipt.resubmit receipt.reload receipt.withdraw receipt.withdrawText
  detail.do.photo detail.do.store detail.do.date detail.do.amount detail.entries detail.entriesGot detail.sentAt
  detail.reviewedAt detail.edit detail.editAgain
  photo.zoom photo.title photo.in photo.out photo.previous photo.next photo.dark photo.blurred photo.added
  photo.used photo.pdf photo.film photo.tooMany
  history.title history.filter history.all history.emptyFilter history.more history.number history.asOf answers.asOf status.approvedShort
  profile.title profile.edit profile.contact profile.address profile.addressTitle profile.addressWhy profile.addressDelete profile.consents profile.terms profile.privacy
  profile.marketingOn profile.marketingOff profile.marketingChanged profile.settings profile.theme profile.lang profile.logout
  profile.logoutText profile.logoutKeep profile.logoutDiscard profile.leave profile.leaveText profile.leaveWord
  profile.leaveType profile.leaveReason profile.leaveReason.NONE profile.leaveReason.NO_INTEREST
  profile.leaveReason.PRIVACY profile.leaveReason.TOO_HARD profile.leaveReason.OTHER profile.editTitle
  profile.addressSent profile.marketing profile.photo profile.photoText profile.photoGone profile.line profile.copy profile.copyText
  profile.copyAsk profile.copyOpen profile.copyUntil
  profile.shortcut profile.shortcutDone profile.chat profile.needsLine profile.declineFirst profile.conflictTitle
  profile.conflict profile.takeNewest profile.draftKept profile.draftDrop
  offline.signIn offline.needed
`)

/** Sentences about a write that no history shows, grouped by the reason. Other tests show them. */
export const unseen: Readonly<Record<string, readonly string[]>> = {
  'a customer has to tap in a dialog or send a form, and the histories write to the outbox themselves':
    keysIn(`
    outbox.maybeSent outbox.maybeSentText outbox.maybeSentReceipt outbox.notDeleted outbox.notDeletedText
    outbox.notRetried
    receipt.withdrawn receipt.unsaved receipt.duplicate receipt.exists
  `),
  'the histories do not change the profile or confirm the concert': keysIn(`
    profile.saved profile.savedLater thanks.confirm
  `),
  'the thank-you screen thanks for a received write instead': keysIn('write.received.text'),
  'no two customers of a history send the same number': keysIn('thanks.disputed detail.disputed'),
  'no link leads to a receipt that does not exist': keysIn('receipt.notFound'),
  'staff does not review the receipts of a history': keysIn(
    'status.approved status.rejected receipt.rejected detail.approved detail.corrected detail.correctedFrom detail.resubmits receipt.readOnly',
  ),
  'the fake campaign promises a time, and no history is longer': keysIn('detail.pending detail.overdue'),
  'the reference server is never restored from a backup': keysIn(
    'write.lost.title write.lost.text status.lost',
  ),
  'the data of these screens have a time; the histories of startup show it': keysIn(
    'offline.strip offline.portal',
  ),
  'no history has a record of another build': keysIn(`
    outbox.unreadable outbox.unreadableText offline.unreadable
  `),
}

/** Sentences that few histories show. A page claims a due job at once, so screens show it as due only for a moment. */
export const rare = keysIn('outbox.why.due write.due.text')
