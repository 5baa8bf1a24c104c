import type { Route } from '../route.ts'
import { AUDIENCE_FILES, AUDIENCE_OPERATIONS } from './audience-operations.ts'
import { CHAT_OPERATIONS } from './chats.ts'
import { CONTENT_OPERATIONS } from './contents.ts'
import { COUPON_OPERATIONS } from './coupons.ts'
import { INSIGHT_OPERATIONS } from './insight.ts'
import { LIFF_APP_OPERATIONS } from './liff-apps.ts'
import { MEMBERSHIP_OPERATIONS } from './memberships.ts'
import { MESSAGE_OPERATIONS } from './messages.ts'
import { MODULE_OPERATIONS } from './modules.ts'
import { NARROWCAST_OPERATIONS } from './narrowcast.ts'
import { routesFor } from './operation.ts'
import { QUOTA_OPERATIONS } from './quota.ts'
import { RICH_MENU_ALIAS_OPERATIONS } from './rich-menu-aliases.ts'
import { RICH_MENU_BATCH_OPERATIONS } from './rich-menu-batch.ts'
import { RICH_MENU_LINK_OPERATIONS } from './rich-menu-links.ts'
import { RICH_MENU_FILES, RICH_MENU_OPERATIONS } from './rich-menus.ts'
import { USER_OPERATIONS } from './users.ts'
import { WEBHOOK_OPERATIONS } from './webhook-endpoint.ts'

/** A fixed path must precede the same path with a parameter. */
export const BOT_ROUTES: readonly Route[] = [
  ...routesFor('api.line.me', [
    ...USER_OPERATIONS,
    ...MESSAGE_OPERATIONS,
    ...NARROWCAST_OPERATIONS,
    ...QUOTA_OPERATIONS,
    ...CHAT_OPERATIONS,
    ...RICH_MENU_LINK_OPERATIONS,
    ...RICH_MENU_BATCH_OPERATIONS,
    ...RICH_MENU_ALIAS_OPERATIONS,
    ...RICH_MENU_OPERATIONS,
    ...COUPON_OPERATIONS,
    ...AUDIENCE_OPERATIONS,
    ...INSIGHT_OPERATIONS,
    ...LIFF_APP_OPERATIONS,
    ...MODULE_OPERATIONS,
    ...WEBHOOK_OPERATIONS,
    ...MEMBERSHIP_OPERATIONS,
  ]),
  ...routesFor('api-data.line.me', [...RICH_MENU_FILES, ...CONTENT_OPERATIONS, ...AUDIENCE_FILES]),
]
