import type { access as thai } from '../th/access.ts'

export const access: Readonly<Record<keyof typeof thai, string>> = {
  'people.given': 'Access from',
  'people.given.server': 'The server’s command line',
  'people.given.two': '{first} and {second}',
  'people.given.unknown': 'Not recorded',
  'people.waiting': 'Manager changes waiting for approval',
  'people.two.give':
    'Manager access needs two managers. After your request, you see a code for {name}. The manager who approves sees the link. {name} needs both.',
  'people.two.again':
    'When another manager approves this, the old passkeys and sessions of {name} end immediately. To return, {name} needs a code from you and a link from the manager who approves.',
  'people.two.take':
    'Another manager has to approve this, possibly {name}. The sessions of {name} then end immediately.',
  'people.two.one-account':
    'No one may have two accounts. If this person already has one, choose the person in the list.',
  'people.two.alone':
    'No other manager can approve this now. The operator of the server can do it with campaign desk invite or campaign desk end.',
  'people.code': 'Code for {name}',
  'people.code.text':
    'Give this code to {name} yourself, in person or by phone. Do not send it in the message with the link, and do not tell it to the manager who approves. It is shown once. If you lose it, ask again before the approval: the new code replaces this one.',
  'people.link.two':
    'Give this link to {name} yourself, not through the manager who asked. {name} also needs the code that this manager has. The link is shown once, works once and is valid until {time}.',

  'approvals.person': 'Now: {role}, {state}',
  'approvals.check-person':
    'Approve this only if you know the person, can give the link yourself, and the person has no other active account here.',
  'action.give-manager-access':
    'Give {name} access as a manager with a new invitation. The old passkeys and sessions end.',
  'action.give-manager-access-new': 'Invite {name} as a new manager',
  'action.take-manager-access': 'End the access of the manager {name}',
  'action.take-manager-access-role': 'Change the role of the manager {name} to {role}',

  'invitation.code': 'Code',
  'invitation.code.text':
    'The manager who asked for your access has a code for you. Ask for it in person or by phone. Five wrong codes end the invitation.',
  'invitation.code.incomplete': 'The code has eight letters and digits.',

  'error.WRONG_CODE': 'This code is wrong. Attempts left before the invitation ends: {left}.',
  'error.GAVE_ACCESS':
    'Only you gave access to the person who made this request, so another manager has to approve it.',
  'error.GIVEN_BY_ONE':
    'Only one manager gave you access, or it is not recorded who did. You can approve after two managers have given you access again (one requests it on the page “People”, another approves), or after the operator of the server has invited you again.',
  'error.GIVER_LEFT':
    'You cannot request this now. The person who gave you access is no longer an active manager, was given access by only one manager, or is not recorded. First ask a manager to invite you again on the page “People”.',
  'error.ASKER_GIVER_LEFT':
    'This request of {name} cannot be approved. The person who gave {name} access is no longer an active manager, was given access by only one manager, or is not recorded. Invite {name} again on the page “People”; then {name} can repeat the request.',
  'error.NEEDS_TWO':
    'This person is a manager or would become one, so another manager has to approve the change. Open this page again and request it.',
}
