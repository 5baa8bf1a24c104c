import { isIP } from 'node:net'
import type { Fields } from '../../fields.ts'
import { MAX_SHOP_PRODUCT_NAME } from '../../limits.ts'
import type { Order } from '../../world/bot-state.ts'
import type { Line } from '../../world/line.ts'
import { withOrder } from '../../world/purchases.ts'
import { appOfChannel } from '../../world/selectors.ts'
import { callerOf, withCaller } from '../access.ts'
import { jsonOf } from '../body.ts'
import { iapError, iapInvalid, json } from '../responses.ts'
import type { LineCall, Route } from '../route.ts'
import { confirmPurchase } from './confirm.ts'

/** LINE does not accept symbols and emojis in an item's name. */
const SYMBOLS = /[\p{S}\p{Extended_Pictographic}\p{Cc}]/u

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function problemsOf({ clientIp, clientOs, productId, shopProductName }: Fields) {
  const details: { message: string; property: string }[] = []
  const check = (property: string, valid: boolean, message: string) => {
    if (!valid) details.push({ message: `'${property}' ${message}`, property })
  }
  check('clientIp', isText(clientIp) && isIP(clientIp) !== 0, 'must be an IPv4 or IPv6 address')
  check(
    'clientOs',
    clientOs === 'android' || clientOs === 'ios',
    `must be 'android' or 'ios'. Actually received: '${String(clientOs)}'`,
  )
  check('productId', isText(productId), 'must not be blank')
  check(
    'shopProductName',
    isText(shopProductName) && shopProductName.length <= MAX_SHOP_PRODUCT_NAME,
    `must have 1 to ${MAX_SHOP_PRODUCT_NAME} characters`,
  )
  check(
    'shopProductName',
    !isText(shopProductName) || !SYMBOLS.test(shopProductName),
    'must not contain emojis or symbols',
  )
  return details
}

/** The random digits keep the id unique after a reset. */
function orderIdOf(line: Line): string {
  const day = new Date(line.now()).toISOString().slice(0, 10).replaceAll('-', '')
  const random = Buffer.from(line.secret(8), 'base64url').readBigUInt64BE() % 10n ** 14n
  return `T${day}${String(random).padStart(14, '0')}`
}

async function reserve(call: LineCall): Promise<Response> {
  const { line, request } = call
  const caller = callerOf(call)
  if (caller instanceof Response) return iapError('UNAUTHORIZED', 'invalid access token', 401)
  const { scenario, bot } = line.world()
  const app = appOfChannel(scenario, caller.record.channelId)
  const sale = app?.inAppPurchase ?? null
  if (app === undefined || sale === null)
    return iapError('FORBIDDEN', 'In-app purchase is not approved for this channel', 403)
  const fields = (await jsonOf(request)) ?? {}
  const problems = problemsOf(fields)
  if (problems.length > 0) return iapInvalid(problems)
  if (sale.webhook === null)
    return iapError('WEBHOOK_URL_IS_NOT_SET', 'The webhook URL of the channel is not set.')
  const [productId, shopProductName] = [String(fields.productId), String(fields.shopProductName)]
  if (sale.productIds !== null && !sale.productIds.includes(productId))
    return iapError('PRODUCT_ID_NOT_FOUND', `The product ${productId} does not exist.`)
  const { userId } = caller.user
  if (!bot.purchaseTerms.includes(userId))
    return iapError('TERMS_AGREEMENT_ERROR', 'The user has not agreed to the latest terms.')
  const order: Order = {
    userId,
    liffId: app.liffId,
    productId,
    shopProductName,
    status: 'reserved',
    reservedAt: Math.floor(line.now() / 1000),
    purchasedAt: null,
  }
  const orderId = orderIdOf(line)
  line.dispatch({ type: 'bot-changed', change: withOrder(bot, orderId, order) })
  return json({ orderId })
}

/** Only apps whose context has `isIapSandbox` call this. */
const virtualConfirm = withCaller(async (call, { user }) => {
  const { productId, orderId } = (await jsonOf(call.request)) ?? {}
  const missing = [['productId', productId] as const, ['orderId', orderId] as const].filter(
    ([, value]) => !isText(value),
  )
  if (missing.length > 0)
    return iapInvalid(missing.map(([property]) => ({ message: `'${property}' must not be blank`, property })))
  const wanted = { productId: String(productId), orderId: String(orderId), userId: user.userId }
  const problem = confirmPurchase(call.line, wanted)
  return problem === null ? json({}) : iapError('VALIDATION_ERROR', problem)
})

const product = { host: 'api.line.me', method: 'POST' } as const

export const PURCHASE_ROUTES: readonly Route[] = [
  { ...product, path: '/iap/v1/product/reserve', handler: reserve },
  { ...product, path: '/iap/v1/product/virtualConfirm', handler: virtualConfirm },
]
