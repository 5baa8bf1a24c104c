import type { Route } from '../route.ts'
import { CHAT_OPERATIONS } from './chats.ts'
import { MESSAGE_OPERATIONS } from './messages.ts'
import { NARROWCAST_OPERATIONS } from './narrowcast.ts'
import { routesFor } from './operation.ts'
import { QUOTA_OPERATIONS } from './quota.ts'
import { USER_OPERATIONS } from './users.ts'

/** The Messaging API. */
export const BOT_ROUTES: readonly Route[] = routesFor('api.line.me', [
  ...USER_OPERATIONS,
  ...MESSAGE_OPERATIONS,
  ...NARROWCAST_OPERATIONS,
  ...QUOTA_OPERATIONS,
  ...CHAT_OPERATIONS,
])
