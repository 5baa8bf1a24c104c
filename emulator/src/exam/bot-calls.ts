import { type LoggedRequest, RETRY_KEY_HEADER, type RequestLog } from '../platform/log.ts'
import type { ExamCall } from './report.ts'

export type BotCall = ExamCall & {
  /** Time of LINE's response, as given by `performance.now()`. */
  readonly at: number
  readonly replyToken: string | null
  /** Ids of the chats that receive the message; empty if the log lacks them. */
  readonly chats: readonly string[]
}

export type BotCalls = {
  readonly all: readonly BotCall[]
  /** Time of the latest call, as given by `performance.now()`; 0 if there were no calls yet. */
  readonly lastAt: () => number
  stop(): void
}

const SENDS = /^\/v2\/bot\/message\/(reply|push|multicast|broadcast|narrowcast)$/

export const isReply = ({ path }: ExamCall): boolean => path === '/v2/bot/message/reply'
export const isPush = ({ path }: ExamCall): boolean => path === '/v2/bot/message/push'
export const isSend = ({ path }: ExamCall): boolean => SENDS.test(path)
export const isAccepted = (call: ExamCall): boolean => isSend(call) && call.status === 200

/** The log may have truncated the JSON, so this searches for the field instead of parsing. */
function fieldIn(json: string, name: string): string | null {
  const found = new RegExp(`"${name}"\\s*:\\s*"([^"]*)"`).exec(json)
  return found?.[1] ?? null
}

function read(entry: LoggedRequest, chatOf: ReadonlyMap<string, string>): BotCall {
  const { method, url, status, request, headers } = entry
  const retryKey = headers?.[RETRY_KEY_HEADER] ?? null
  const { pathname } = new URL(url)
  const at = performance.now()
  const call = { kind: 'call', method, path: pathname, status, retryKey, at } as const
  if (!isSend(call)) {
    const inPath = pathname.split('/').filter(part => /^[UCR][0-9a-f]{32}$/.test(part))
    return { ...call, replyToken: null, chats: inPath }
  }
  const body = request ?? ''
  const replyToken = isReply(call) ? fieldIn(body, 'replyToken') : null
  const to = isPush(call) ? [fieldIn(body, 'to')] : (body.match(/[UCR][0-9a-f]{32}/g) ?? [])
  const chats = isReply(call) ? [chatOf.get(replyToken ?? '')] : to
  return { ...call, replyToken, chats: chats.filter(chat => typeof chat === 'string') }
}

/** Starts recording the bot's calls. `chatOf` maps reply tokens to chats. */
export function recordCalls(log: RequestLog, chatOf: ReadonlyMap<string, string>): BotCalls {
  const all: BotCall[] = []
  const stop = log.subscribe(entry => {
    if (entry.via !== 'server' || !new URL(entry.url).pathname.startsWith('/v2/bot/')) return
    all.push(read(entry, chatOf))
  })
  return { all, lastAt: () => all.at(-1)?.at ?? 0, stop }
}
