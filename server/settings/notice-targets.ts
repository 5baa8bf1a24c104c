import type { NoticeTargets } from '#server/deps.ts'
import { type Parsed, parsers } from './parsers.ts'

const mailNames = ['DESK_SMTP_URL', 'DESK_MAIL_FROM', 'DESK_MAIL_TO'] as const

type Given = (name: string) => string | null
type Read = <T>(name: string, parse: (text: string) => Parsed<T>, fallback: T) => T

/**
 * Reads where notices to the managers are sent in addition to the desk: by mail (all three settings or none), and to
 * users or groups at LINE. Only the operator can set these targets, so a manager cannot redirect the notices.
 */
export function readNoticeTargets(given: Given, read: Read, errors: string[]): NoticeTargets {
  const lineIds = read<readonly string[]>('DESK_LINE_TO', parsers.lineIds, [])
  if (mailNames.every(name => given(name) === null)) return { mail: null, lineIds }
  for (const name of mailNames.filter(one => given(one) === null))
    errors.push(`${name}: is not set, but other mail settings of the desk are`)
  const mail = {
    smtpUrl: read('DESK_SMTP_URL', parsers.smtpUrl, ''),
    from: read('DESK_MAIL_FROM', parsers.mailAddress, ''),
    to: read<readonly string[]>('DESK_MAIL_TO', parsers.mailAddresses, []),
  }
  return { mail, lineIds }
}
