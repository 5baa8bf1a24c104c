import * as v from 'valibot'
import { MAX_BODY_BYTES } from '../../limits.ts'
import { richMenuAction } from '../../messages/action.ts'
import { content, INVALID } from '../../messages/fields.ts'
import { ownEntry } from '../../own-entry.ts'
import type { Bot, RichMenu } from '../../world/bot-state.ts'
import { imageSize } from './image-size.ts'
import {
  type BotAnswer,
  type BotCall,
  invalidField,
  invalidIssues,
  NOT_FOUND,
  type Operation,
  onFound,
  refusal,
} from './operation.ts'

const whole = v.pipe(v.number(content.refusal), v.integer('must be an integer'))
const MAX_INT32 = 2_147_483_647
const from = (least: number) =>
  v.pipe(
    whole,
    v.minValue(least, `must be greater than or equal to ${least}`),
    v.maxValue(MAX_INT32, INVALID),
  )

/** In pixels, like `LEAST_HEIGHT`. */
const WIDTH = { least: 800, most: 2500 }
const LEAST_HEIGHT = 250
/** Minimum ratio of width to height. */
const LEAST_RATIO = 1.45

const richMenu = content.object({
  size: v.pipe(
    content.object({
      width: v.pipe(from(WIDTH.least), v.maxValue(WIDTH.most, `must be less than or equal to ${WIDTH.most}`)),
      height: from(LEAST_HEIGHT),
    }),
    v.check(({ width, height }) => width / height >= LEAST_RATIO, 'invalid aspect ratio'),
  ),
  selected: v.boolean(content.refusal),
  name: content.text(300),
  chatBarText: content.text(14),
  areas: content.list(
    content.object({
      bounds: content.object({ x: from(0), y: from(0), width: from(1), height: from(1) }),
      action: richMenuAction,
    }),
    0,
    20,
  ),
})

function menuIn(body: unknown): BotAnswer | RichMenu['menu'] {
  const { success, output, issues } = v.safeParse(richMenu, body, { abortPipeEarly: true })
  return success ? output : invalidIssues(issues)
}

export const isMenuId = (value: unknown): value is string =>
  typeof value === 'string' && /^richmenu-[0-9a-f]{32}$/.test(value)

export const INVALID_MENU_ID = invalidField('invalid richMenuId', 'richMenuId')
const MAX_MENUS = 1000

function create({ bot, body, secret }: BotCall): BotAnswer {
  const menu = menuIn(body)
  if ('status' in menu) return menu
  if (Object.keys(bot.richMenus).length >= MAX_MENUS) return refusal(400, 'rich menu limit exceeded')
  const richMenuId = `richmenu-${Buffer.from(secret(16), 'base64url').toString('hex')}`
  const richMenus = { ...bot.richMenus, [richMenuId]: { menu, image: null } }
  return { status: 200, body: { richMenuId }, change: { richMenus } }
}

const listed = ([richMenuId, { menu }]: readonly [string, RichMenu]) => ({ richMenuId, ...menu })

function list({ bot }: BotCall): BotAnswer {
  return { status: 200, body: { richmenus: Object.entries(bot.richMenus).map(listed) } }
}

function validate({ body }: BotCall): BotAnswer {
  const menu = menuIn(body)
  return 'status' in menu ? menu : { status: 200 }
}

const onMenu = onFound(({ bot, params }) => ownEntry(bot.richMenus, params.richMenuId ?? ''), NOT_FOUND)

/** Removes the menu with its links and statistics, but not its aliases, as in LINE. */
function remove(_: RichMenu, { bot, params: { richMenuId: id = '' } }: BotCall): BotAnswer {
  const { [id]: _menu, ...richMenus } = bot.richMenus
  const { [id]: _days, ...menuDays } = bot.menuDays
  const links = Object.entries(bot.menuLinks).filter(([, linked]) => linked !== id)
  const defaultMenu = bot.defaultMenu === id ? null : bot.defaultMenu
  const change = { richMenus, menuDays, menuLinks: Object.fromEntries(links), defaultMenu }
  return { status: 200, change }
}

/** In bytes (LINE: 1 MB). */
const MAX_IMAGE = 1_048_576

function isMenuImage(bytes: Uint8Array): boolean {
  const size = imageSize(bytes)
  if (size === null || bytes.length > MAX_IMAGE) return false
  const { width, height } = size
  const isWide = width >= WIDTH.least && width <= WIDTH.most
  return isWide && height >= LEAST_HEIGHT && width / height >= LEAST_RATIO
}

/** A menu's picture can only be set once. */
function upload(menu: RichMenu, call: BotCall): BotAnswer {
  const { bot, bytes, headers, params } = call
  const { richMenuId: id = '' } = params
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  if (type !== 'image/jpeg' && type !== 'image/png')
    return refusal(415, `The content type, ${type}, is not supported`)
  if (bytes !== null && bytes.length > MAX_BODY_BYTES) return refusal(413, 'Request Entity Too Large')
  if (menu.image !== null) return refusal(400, 'An image has already been uploaded to the richmenu')
  if (bytes === null || !isMenuImage(bytes)) return refusal(400, 'The image size is not allowed for richmenu')
  const image = { type, base64: Buffer.from(bytes).toString('base64') }
  return { status: 200, change: { richMenus: { ...bot.richMenus, [id]: { ...menu, image } } } }
}

function detail(menu: RichMenu, { params: { richMenuId = '' } }: BotCall): BotAnswer {
  return { status: 200, body: listed([richMenuId, menu]) }
}

function download({ image }: RichMenu): BotAnswer {
  return image === null ? NOT_FOUND : { status: 200, file: image }
}

/** LINE requires a picture before users can see a menu. */
export function unusable({ richMenus }: Bot, id: unknown): BotAnswer | null {
  const menu = typeof id === 'string' ? ownEntry(richMenus, id) : undefined
  if (menu === undefined) return NOT_FOUND
  if (menu.image !== null) return null
  return refusal(400, 'must upload richmenu image before applying it to user', [])
}

const path = '/v2/bot/richmenu'

export const RICH_MENU_OPERATIONS: readonly Operation[] = [
  { method: 'POST', path, takesJson: true, handle: create },
  { method: 'POST', path: `${path}/validate`, takesJson: true, handle: validate },
  { method: 'GET', path: `${path}/list`, handle: list },
  { method: 'GET', path: `${path}/:richMenuId`, handle: onMenu(detail) },
  { method: 'DELETE', path: `${path}/:richMenuId`, handle: onMenu(remove) },
]

/** Operations of api-data.line.me. */
export const RICH_MENU_FILES: readonly Operation[] = [
  { method: 'POST', path: `${path}/:richMenuId/content`, takesBytes: true, handle: onMenu(upload) },
  { method: 'GET', path: `${path}/:richMenuId/content`, handle: onMenu(download) },
]
