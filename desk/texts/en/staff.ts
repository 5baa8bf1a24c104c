import type { staff as thai } from '../th/staff.ts'

export const staff: Readonly<Record<keyof typeof thai, string>> = {
  'people.place': 'Works at',
  'people.place.event': 'The event',
  'people.place.stores': 'Stores',
  'people.place.codes': 'Codes of the stores, separated by commas',

  'page.scan': 'Scan codes',
  'scan.device': 'Name of this device',
  'scan.device.text':
    'Choose a name that your team knows, such as Door 1. It shows which device handed something over.',
  'scan.store': 'Your store today',
  'scan.start': 'Start scanning',
  'scan.change': 'Change',
  'scan.camera': 'Picture of the camera',
  'scan.camera.denied':
    'This page may not use the camera. Allow it for this page in the browser, then open the page again.',
  'scan.camera.loading':
    'Opening the camera and loading what reads codes. Until then, type the number below the code.',
  'scan.camera.missing':
    'The camera cannot be opened. Close other apps that use it, then open this page again.',
  'scan.hint': 'Ask the customer to open the code in the app, then point the camera at it.',
  'scan.type': 'Type the number or use a code reader',
  'scan.type.label': 'The 8 digits below the code on the customer’s ticket',
  'scan.type.check': 'Check',
  'scan.checking': 'Checking…',
  'scan.hand-over': 'Hand over: {title}',
  'scan.ready': 'Valid: {title}',
  'scan.used': '{title}: already handed over at {time} by {device}',
  'scan.used-no-device': '{title}: already handed over at {time} without a scan',
  'scan.done': 'Handed over: {title}',
  'scan.stored': 'Handed over: {title}. Not sent to the server yet.',
  'scan.no-answer':
    'The server does not answer. Do not hand it over yet. Scan again when there is a network.',
  'scan.nothing': 'There is nothing for staff to hand over to this customer.',
  'scan.unknown': 'This is not a code of this campaign.',
  'scan.old':
    'This code is from {time}: perhaps a photo, an old screen, or a phone with a wrong clock. Ask the customer to open the code in the app now.',
  'scan.future':
    'This code is from a later time, because the clock of the customer’s phone is wrong. Ask the customer to go online or correct the clock, then to open the code again.',
  'scan.too-late': 'This code is too old by now. Scan the current one.',
  'scan.wrong-number':
    'This number finds no ticket to hand over here. Ask the customer to open the ticket in the app, then type the number that it shows.',
  'scan.too-many': 'You have typed too many wrong numbers. Scan the code instead, or wait 15 minutes.',
  'scan.left': 'This customer has left the campaign.',
  'scan.blocked': 'This customer is blocked. Ask a manager.',
  'scan.locked': '{title}: the customer has not earned this.',
  'scan.not-confirmed': '{title}: the winner has not confirmed it in the app.',
  'scan.given-up': '{title}: the winner declined it or confirmed too late.',
  'scan.cancelled': '{title}: the event is cancelled, so there is nothing to hand over.',
  'scan.tax-unpaid': '{title}: the withholding tax is not recorded as paid. Ask a manager.',
  'scan.guardian': '{title}: the winner is under 20, so you must see the guardian’s consent first.',
  'scan.guardian.seen': 'I have seen the guardian’s signed consent with a copy of the ID card',
  'scan.not-open': '{title}: it is too early.',
  'scan.closed': '{title}: it is too late.',
  'scan.out-of-stock': '{title}: out of stock.',
  'scan.elsewhere': '{title}: handed over at the event only.',
  'scan.access-ended': 'The device {second} reported this after the access of its staff member had ended.',
  'scan.no-list':
    'The server cannot be reached, and this device has no list. It can check this code only with a network.',
  'scan.not-listed':
    'Not on the list of this night on this device. It can check this code only with a network.',
  'scan.number-not-listed':
    'This number finds no ticket on the list of this device. Type the number that the ticket shows now. This device can check people who are not on the list only with a network.',
  'scan.list-too-old': 'The list on this device is too old. It can check this code only with a network.',
  'scan.online': 'Online',
  'scan.offline': 'The server cannot be reached',
  'scan.offline.list':
    'This device checks with its list of {count}. Do not close or reload this page, because opening it needs a network.',
  'scan.offline.none': 'This device has no list, so it can check codes only when the network is back.',
  'scan.list':
    'This device has a list of {count} for times without a network. It deletes the list at {time}, or if the page is closed then, when it is opened again.',
  'scan.count.device': 'You, on this device',
  'scan.count.all': 'All',
  'scan.count.unsent': 'Not sent',
  'scan.clock': 'The clock of this device is wrong by {minutes} minutes. This page uses the server’s time.',
  'scan.conflicts': 'Handed over twice or against a rule',
  'scan.conflict.twice':
    '{name}, code {code}, received this twice: {title}. The first time was by {first} at {firstTime}, the second by {second} at {secondTime}.',
  'scan.conflict.rule':
    '{name}, code {code}, received this although they may not: {title}. It was handed over by {second} at {secondTime}.',
  'scan.conflict.late':
    '{name}, code {code}, may already have this: {title}. By its own account, {second} handed it over at {secondTime}. This does not count as handed over.',
  'scan.without-scan': 'other staff without a scan',
  'scan.someone': 'A customer who has left',
  'scan.sign-out.unsent':
    'Hand-overs that the server does not have yet: {count}. Stay until there is a network. If you sign out now, this device sends them when you sign in on it again.',
  'scan.sign-out.stay': 'Stay signed in',
  'scan.sign-out.leave': 'Sign out anyway',
}
