import * as customer from '#contract/schema/customer.ts'
import { define } from './define.ts'

const lineErrors = [
  'LINE_TOKEN_REQUIRED',
  'LINE_TOKEN_INVALID',
  'LINE_TOKEN_EXPIRED',
  'LINE_USER_MISMATCH',
  'CUSTOMER_CANCELLED',
  'LINE_UNAVAILABLE',
] as const

/** Signing in, registering, leaving, and the customer's own data. */
export const identityRoutes = {
  login: define('login', {
    body: customer.loginForm,
    errors: [...lineErrors, 'CUSTOMER_NOT_REGISTERED'],
    summary: 'Exchange a verified LINE identity for a session of a registered customer.',
  }),
  register: define('register', {
    body: customer.registerForm,
    errors: [...lineErrors, 'PHONE_TAKEN', 'UNDER_AGE'],
    summary: 'Create the customer of a verified LINE identity, or complete a provisional one.',
  }),
  cancel: define('cancel', {
    body: customer.cancelBody,
    errors: ['DRAW_SEALED'],
    idempotent: true,
    summary: 'Leave the campaign: sessions end, personal data is erased.',
  }),
  postCustomer: define('postCustomer', {
    body: customer.identityBody,
    errors: ['LINE_USER_MISMATCH'],
    summary: 'Bring the LINE name and picture up to date.',
  }),
  getCustomer: define('getCustomer', {
    summary: 'The signed-in customer.',
  }),
  putCustomer: define('putCustomer', {
    body: customer.customerBody,
    errors: ['PHONE_TAKEN', 'VERSION_CONFLICT', 'UNDER_AGE'],
    idempotent: true,
    summary: 'Change profile fields; `If-Match` with the version guards against overwriting newer data.',
  }),
  deleteCustomer: define('deleteCustomer', {
    errors: ['DRAW_SEALED'],
    idempotent: true,
    summary: 'Erase the account, as cancel does.',
  }),
  deleteSession: define('deleteSession', {
    idempotent: true,
    summary: 'Log out on this phone.',
  }),
  deleteSessions: define('deleteSessions', {
    idempotent: true,
    summary: 'Log out everywhere.',
  }),
  deleteMarketingConsent: define('deleteMarketingConsent', {
    idempotent: true,
    summary: 'Withdraw the consent to marketing messages.',
  }),
  giveMarketingConsent: define('giveMarketingConsent', {
    idempotent: true,
    summary: 'Give the consent to marketing messages, again or for the first time.',
  }),
  deletePhoto: define('deletePhoto', {
    idempotent: true,
    summary: 'Forget the LINE picture.',
  }),
}
