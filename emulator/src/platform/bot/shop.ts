import { fieldsOf } from '../../fields.ts'
import { MAX_MISSION_STICKERS } from '../../limits.ts'
import { appended } from '../../world/long-list.ts'
import { userOf } from '../../world/selectors.ts'
import { type BotAnswer, type BotCall, type Operation, refusal } from './operation.ts'

/** Only stores the sticker set, because the emulator has no sticker shop. */
function missionSticker({ bot, body, scenario, now }: BotCall): BotAnswer {
  const { to, productId, productType, sendPresentMessage } = fieldsOf(body)
  if (productType !== 'STICKER' || typeof productId !== 'string' || productId === '')
    return refusal(400, 'invalid request')
  if (sendPresentMessage !== false || typeof to !== 'string' || userOf(scenario, to) === undefined)
    return refusal(400, 'invalid request')
  return {
    status: 200,
    change: {
      missionStickers: appended(
        bot.missionStickers,
        { at: now, userId: to, productId },
        MAX_MISSION_STICKERS,
      ),
    },
  }
}

export const SHOP_OPERATIONS: readonly Operation[] = [
  { method: 'POST', path: '/shop/v3/mission', takesJson: true, handle: missionSticker },
]
