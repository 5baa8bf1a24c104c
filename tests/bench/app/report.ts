import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Audit } from '#tests/bench/lighthouse/audit.mjs'
import type { Throttling } from './lighthouse.ts'
import type { Tasks } from './tasks.ts'
import type { Counts } from './visit.ts'

/** All measurements of one run, as in the JSON file. */
export type Report = {
  readonly counts: readonly ({ readonly visit: string } & Counts)[]
  readonly times: readonly ({ readonly visit: string; readonly throttling: Throttling } & Audit)[]
  readonly ratios: readonly {
    readonly visit: string
    readonly preflights: Preflights
    readonly times: number
  }[]
  /** Times of first visits in milliseconds, and as a multiple of a known customer's home. */
  readonly first: readonly { readonly visit: string; readonly ms: number; readonly ofHome: number }[]
  /** Times on links where each connection costs time, and as a multiple of home on a phone that made as many visits. */
  readonly links: readonly {
    readonly link: string
    readonly visit: string
    readonly ms: number
    readonly ofHome: number
  }[]
  readonly tasks: readonly { readonly screen: string; readonly cold: Tasks; readonly warm: Tasks }[]
  readonly files: readonly { readonly name: string; readonly brotli: number }[]
}

export type Preflights = 'as any request' | 'free'

/** Returns the built files with their compressed sizes in bytes, the largest first. */
export function filesOf(assets: string): Report['files'] {
  return readdirSync(assets)
    .filter(name => /\.(js|css)$/.test(name))
    .map(name => ({
      name: name.replace(/-[\w-]{6}(?=\.)/, ''),
      brotli: brotliCompressSync(readFileSync(join(assets, name))).length,
    }))
    .toSorted((a, b) => b.brotli - a.brotli)
}

type Cell = string | number

/**
 * Rounds a figure. Returns an empty cell if it is missing: Lighthouse reports none for a page that never became idle.
 */
const whole = (value: number): Cell => (Number.isFinite(value) ? Math.round(value) : '')

export function tables({ counts, times, ratios, first, links, tasks, files }: Report): string {
  const parts = [
    table(
      ['visit', 'round trips', 'requests', 'preflights', 'origins', 'KB'],
      counts.map(one => [
        one.visit,
        one.roundTrips,
        one.requests,
        one.preflights,
        one.origins,
        (one.bytes / 1000).toFixed(1),
      ]),
    ),
    table(
      ['Lighthouse', 'visit', 'score', 'first paint', 'largest paint', 'speed index', 'blocking', 'home'],
      times.map(one => [
        one.throttling === 'devtools' ? 'applied' : 'simulated',
        one.visit,
        ...[one.score, one.firstPaint, one.largestPaint, one.speedIndex, one.blocking].map(whole),
        one.throttling === 'devtools' ? whole(one.home) : '',
      ]),
    ),
    table(
      ['home to home, literal order : app', 'preflights', 'times as fast'],
      ratios.map(one => [one.visit, one.preflights, one.times.toFixed(1)]),
    ),
    table(
      ['first visit, applied', 'milliseconds', 'times home'],
      first.map(one => [one.visit, one.ms, one.ofHome.toFixed(2)]),
    ),
    table(
      ['link', 'visit', 'milliseconds', 'times home'],
      links.map(one => [one.link, one.visit, one.ms, one.ofHome.toFixed(2)]),
    ),
    table(
      ['screen', 'longest task, cold', 'over 50 ms', 'longest task, warm', 'over 50 ms'],
      tasks.map(({ screen, cold, warm }) => [screen, cold.longest, cold.over50, warm.longest, warm.over50]),
    ),
    table(
      ['file', 'bytes, brotli'],
      files.map(({ name, brotli }) => [name, brotli]),
    ),
  ]
  return parts.filter(part => part !== '').join('\n')
}

function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return ''
  const numbers = (column: number) => rows.some(row => /^[\d.]+$/.test(String(row[column])))
  const line = (cells: readonly Cell[]) => `| ${cells.join(' | ')} |\n`
  return (
    line(head) + line(head.map((_, column) => (numbers(column) ? '---:' : '---'))) + rows.map(line).join('')
  )
}
