import { roleNames } from '#contract/desk/notice-texts.ts'
import { access } from './en/access.ts'
import { approvals } from './en/approvals.ts'
import { byHand } from './en/by-hand.ts'
import { exports } from './en/exports.ts'
import { notices } from './en/notices.ts'
import { publication } from './en/publication.ts'
import { quality } from './en/quality.ts'
import { refusals } from './en/refusals.ts'
import { setUp } from './en/set-up.ts'
import { setUpRewards } from './en/set-up-rewards.ts'
import { staff } from './en/staff.ts'
import { toDo } from './en/to-do.ts'
import { today } from './en/today.ts'
import { winners } from './en/winners.ts'
import { work } from './en/work.ts'
import { written } from './en/written.ts'
import type { TextKey } from './th.ts'

export const en: Readonly<Record<TextKey, string>> = {
  ...work,
  ...setUp,
  ...setUpRewards,
  ...refusals,
  ...publication,
  ...notices,
  ...winners,
  ...exports,
  ...byHand,
  ...quality,
  ...today,
  ...toDo,
  ...approvals,
  ...access,
  ...staff,
  ...written,

  'desk.title': 'Desk',
  'desk.language': 'ไทย',
  'desk.theme': 'Switch between light and dark',
  'desk.sign-out': 'Sign out',
  'desk.skip': 'Skip to content',
  'desk.menu': 'Menu',
  'desk.demo': 'Demo data: you can sign in without a passkey',
  'desk.loading': 'Loading…',
  'desk.try-again': 'Try again',
  'desk.cancel': 'Cancel',
  'desk.close': 'Close',
  'desk.none': 'Nothing here',
  'desk.more': 'Show more',
  'desk.not-found': 'This page does not exist',
  'desk.home': 'Go to the first page',

  'list.name': 'Name',
  'list.phone': 'Phone',
  'list.status': 'Status',
  'list.state': 'State',
  'list.time': 'Time',
  'list.customer': 'Customer',
  'list.store': 'Store',
  'list.number': 'Number',
  'list.amount': 'Amount (baht)',
  'list.province': 'Province',
  'list.prize': 'Prize',
  'list.line': 'Line',
  'list.result': 'Result',
  'list.version': 'Version',
  'list.last-used': 'Last used',
  'list.used': 'Used',
  'list.who': 'Who',
  'list.what': 'What',
  'list.actions': 'Actions',
  'desk.choose-file': 'Choose a file',
  'desk.ask': 'Ask for approval',

  'role.reviewer': roleNames.en.reviewer,
  'role.support': roleNames.en.support,
  'role.manager': roleNames.en.manager,
  'role.auditor': roleNames.en.auditor,
  'role.staff': roleNames.en.staff,

  'sign-in.title': 'Sign in',
  'sign-in.passkey': 'Sign in with a passkey',
  'sign-in.hint':
    'Use the fingerprint, face or PIN of this device. If you have no account, ask a manager for an invitation.',
  'sign-in.demo': 'Sign in as',

  'invitation.title': 'Invitation for {name}',
  'invitation.text': 'Role: {role}. Create a passkey on this device to begin. This link works once.',
  'invitation.accept': 'Create a passkey',

  'page.review': 'Review receipts',
  'page.today': 'Today',
  'page.customers': 'Customers',
  'page.draw': 'Draw',
  'page.set-up': 'Set-up',
  'page.people': 'People',
  'page.approvals': 'Approvals',
  'page.account': 'My account',

  'people.invite': 'Invite a person',
  'people.role': 'Role',
  'people.last-used': 'Last active',
  'people.passkeys': 'Passkeys',
  'people.state.invited': 'Invited',
  'people.state.active': 'Active',
  'people.state.ended': 'Access ended',
  'people.never': 'Never',
  'people.invite-again': 'Invite again',
  'people.invite-again.text': 'The old passkeys and sessions of {name} end immediately.',
  'people.end': 'End access',
  'people.end.text': '{name} is signed out immediately and can no longer sign in.',
  'people.change-role': 'Change role',
  'people.change-role.text': 'The sessions of {name} end, and {name} has to sign in again.',
  'people.link': 'Invitation link for {name}',
  'people.link.text':
    'Send this link only to this person. It is shown once, works once and is valid until {time}.',
  'link.copy': 'Copy the link',
  'link.copied': 'Copied',

  'sessions.title': 'Open sessions',
  'sessions.started': 'Started',
  'sessions.browser': 'Browser',
  'sessions.current': 'This one',
  'sessions.end': 'End session',

  'account.passkeys': 'My passkeys',
  'account.passkeys.text':
    'Add a passkey of a second device, in case you lose this one. Removing a passkey signs out the devices that used it last.',
  'account.add': 'Add a passkey',
  'account.device': 'Name of the device',
  'account.created': 'Created',
  'account.remove': 'Remove passkey',
  'account.first': 'First passkey',

  'passkey.address': 'Address of this page',
  'passkey.OTHER_BROWSER':
    'The browser in LINE and some others cannot use passkeys. Copy the link and open it in Chrome or Safari.',
  'passkey.CANCELLED': 'No passkey was used, so nothing has changed.',
  'passkey.TIMED_OUT': 'The passkey window was not confirmed in time, so nothing has changed. Try again.',
  'passkey.ALREADY_HERE': 'This device already has a passkey of this account. Use it to sign in.',
  'passkey.OTHER_ADDRESS': 'Passkeys of the desk work only at {host}. Open the desk there.',
  'passkey.DEVICE':
    'This device could not create or use a passkey. Check that its screen lock is on, or use another device.',

  'error.OFFLINE': 'The server cannot be reached. Check the network and try again.',
  'error.OUTDATED':
    'The server is newer than this page. Reload the page, and check whether your last step was done.',
  'error.UNEXPECTED': 'This page has failed. Open it again.',
  'error.VALIDATION': 'Some of the data is not valid.',
  'error.SIGNED_OUT': 'Your session has expired. Sign in again.',
  'error.PASSKEY_REFUSED': 'This passkey was not accepted, or it took too long.',
  'error.INVITATION_INVALID':
    'This invitation was used, has expired or is incomplete, or a wrong code was typed too often. Ask a manager for a new one.',
  'error.FRESH_PASSKEY_REQUIRED': 'Use your passkey once more.',
  'error.FORBIDDEN': 'Your role does not allow this.',
  'error.NOT_FOUND': 'This no longer exists.',
  'error.METHOD_NOT_ALLOWED': 'The server does not accept this.',
  'error.CHANGED': 'Someone else has changed this. Look at it again before you retry.',
  'error.REFUSED': 'A rule of the campaign does not allow this ({detail}).',
  'error.LAST_PASSKEY': 'The last passkey cannot be removed.',
  'error.LAST_MANAGER': 'This is the last manager. Invite another one first.',
  'error.SAME_PERSON': 'Another person has to approve this.',
  'error.NEW_ACCESS':
    'Your access was given or changed at the desk, so you can approve from {time}. Until then, ask another manager.',
  'error.NOT_APPROVED': 'This is not approved, or the approval has expired.',
  'error.TOO_LARGE': 'This is too large.',
  'error.UNSUPPORTED_MEDIA_TYPE': 'The server does not accept this kind of data.',
  'error.WRONG_HOST': 'The address of this page does not match the settings.',
  'error.RATE_LIMITED': 'Too many actions in a short time. Wait a moment and try again.',
  'error.INTERNAL': 'The server has failed (code {requestId}).',
  'error.UNAVAILABLE': 'The system is not ready. Wait a moment and try again.',
}
