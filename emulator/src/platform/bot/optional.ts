import { NOT_FOUND, type Operation, refusal } from './operation.ts'

/** Operations that need memberships or users' phone numbers, which the emulated official account does not have. */
export const OPTIONAL_OPERATIONS: readonly Operation[] = [
  {
    method: 'GET',
    path: '/v2/bot/membership/list',
    handle: () => ({ status: 200, body: { memberships: [] } }),
  },
  { method: 'GET', path: '/v2/bot/membership/subscription/:userId', handle: () => NOT_FOUND },
  { method: 'GET', path: '/v2/bot/membership/:membershipId/users/ids', handle: () => NOT_FOUND },
  {
    method: 'POST',
    path: '/bot/pnp/push',
    takesJson: true,
    handle: () => refusal(422, 'The emulated users have no phone numbers'),
  },
]

/** Operations of api-data.line.me for files that users sent. LIFF sends only URLs, which LINE does not store. */
export const CONTENT_OPERATIONS: readonly Operation[] = ['', '/preview', '/transcoding'].map(rest => ({
  method: 'GET',
  path: `/v2/bot/message/:messageId/content${rest}`,
  handle: () => NOT_FOUND,
}))
