import type { Lang } from '#contract/languages.ts'
import { bangkokMinute } from '#contract/rules.ts'
import type { PrizeEvent } from '#contract/schema/reward.ts'
import { isoOf, momentOf } from '#contract/time.ts'

type Entry = {
  /** Identifies the entry, so that adding it twice updates it. */
  readonly uid: string
  readonly title: string
  readonly event: PrizeEvent
  readonly lang: Lang
  readonly now: number
}

const words = {
  th: { doors: 'ประตูเปิด', gate: 'โซนหรือประตู' },
  en: { doors: 'Doors open', gate: 'Zone or gate' },
} as const

/** Returns a concert as an iCalendar file. Without a known end, the entry has none. */
export function calendarOf({ uid, title, event, lang, now }: Entry): string {
  const { startsAt, doorsAt, endsAt, cancelled, mapUrl } = event
  const [venue, gate] = lang === 'th' ? [event.venueTh, event.gateTh] : [event.venueEn, event.gateEn]
  const details = [
    ...(doorsAt === undefined ? [] : [`${words[lang].doors}: ${bangkokMinute(momentOf(doorsAt)).slice(11)}`]),
    ...(gate === undefined ? [] : [`${words[lang].gate}: ${gate}`]),
    ...(mapUrl === undefined ? [] : [mapUrl]),
  ]
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//LINE campaign//Prize//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(isoOf(now))}`,
    `DTSTART:${utc(startsAt)}`,
    ...(endsAt === undefined ? [] : [`DTEND:${utc(endsAt)}`]),
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(venue)}`,
    ...(details.length === 0 ? [] : [`DESCRIPTION:${escaped(details.join('\n'))}`]),
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .flatMap(folded)
    .join('\r\n')
}

/** For example `20261224T120000Z`. */
const utc = (moment: string): string => isoOf(momentOf(moment)).replace(/[-:]|\.\d+/g, '')

const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')

/** A line has at most 75 bytes. A longer one continues on lines that begin with a space. */
const MAX_BYTES = 75

function folded(line: string): string[] {
  const lines: string[] = []
  let part = ''
  for (const char of line) {
    if (Buffer.byteLength(part + char) > MAX_BYTES) {
      lines.push(part)
      part = ' '
    }
    part += char
  }
  return [...lines, part]
}
