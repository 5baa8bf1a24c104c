import { ownEntry } from '../../own-entry.ts'
import { DAY_MS } from '../../time.ts'
import { dayOf } from '../../world/ledger.ts'
import type { MenuDay } from '../../world/menu-days.ts'
import type { Times } from '../../world/reactions.ts'
import { dateOf, periodOf } from './insight-period.ts'
import { LEAST_USERS } from './message-statistics.ts'
import { type BotAnswer, type BotCall, NOT_FOUND, refusal } from './operation.ts'

/** LINE keeps the statistics for three years. */
const YEARS = 3

type Metrics = { readonly count: number; readonly uniqueUsers: number }

function metricsOf(all: readonly Times[]): Metrics {
  const users = new Set(all.flatMap(times => Object.keys(times)))
  const count = all.flatMap(times => Object.values(times)).reduce((sum, times) => sum + times, 0)
  return { count, uniqueUsers: users.size }
}

function daysBetween(from: string, to: string): readonly string[] {
  const [start, end] = [dateOf(from) ?? 0, dateOf(to) ?? 0]
  const count = Math.floor((end - start) / DAY_MS) + 1
  return Array.from({ length: Math.max(0, count) }, (_, at) =>
    new Date(start + at * DAY_MS).toISOString().slice(0, 10).replaceAll('-', ''),
  )
}

type Format = (days: readonly string[], of: (day: string) => Times) => unknown

const inTotal: Format = (days, of) => metricsOf(days.map(of))
const byDay: Format = (days, of) => days.map(date => ({ date, ...metricsOf([of(date)]) }))

function tooEarly(from: string, now: number): BotAnswer | null {
  const today = dayOf(now)
  const first = `${Number(today.slice(0, 4)) - YEARS}${today.slice(4)}`
  if (from >= first) return null
  const date = first.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  return refusal(400, `Parameter from must be the same date as, or after ${date}.`)
}

/** LINE provides statistics up to yesterday, and only the menu's id if fewer than 20 users tapped the menu. */
function menuStatistics(maxDays: number, format: Format) {
  return ({ bot, params, query, now }: BotCall): BotAnswer => {
    const period = periodOf(query, maxDays)
    if ('status' in period) return period
    const early = tooEarly(period.from, now)
    if (early !== null) return early
    const { richMenuId = '' } = params
    const menu = ownEntry(bot.richMenus, richMenuId)?.menu
    if (menu === undefined) return NOT_FOUND
    const used: Readonly<Record<string, MenuDay>> = ownEntry(bot.menuDays, richMenuId) ?? {}
    const [first = ''] = Object.keys(used)
    const metricsFrom = [period.from, first].sort().at(-1) ?? ''
    const [metricsTo = ''] = [period.to, dayOf(now - DAY_MS)].sort()
    const days = daysBetween(metricsFrom, metricsTo)
    const tapsOn = (area: number) => (day: string) => ownEntry(used[day]?.taps ?? {}, String(area)) ?? {}
    const taps = days.flatMap(day => Object.values(used[day]?.taps ?? {}))
    if (metricsOf(taps).uniqueUsers < LEAST_USERS) return { status: 200, body: { richMenuId } }
    const impression = { metrics: format(days, day => used[day]?.seen ?? {}) }
    const clicks = menu.areas.map((area, at) => {
      const { bounds } = area as { readonly bounds?: unknown }
      return { bounds, metrics: format(days, tapsOn(at)) }
    })
    return { status: 200, body: { richMenuId, metricsFrom, metricsTo, impression, clicks } }
  }
}

export const menuSummary = menuStatistics(396, inTotal)
export const menuByDay = menuStatistics(99, byDay)
