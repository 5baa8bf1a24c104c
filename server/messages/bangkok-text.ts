import type { Words } from '#contract/languages.ts'

const zone = { timeZone: 'Asia/Bangkok', day: 'numeric', month: 'short', year: 'numeric' } as const
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const thai = new Intl.DateTimeFormat('th-TH-u-ca-buddhist', { ...zone, ...clock })
const english = new Intl.DateTimeFormat('en-GB', { ...zone, ...clock })

export const bangkokText = (ms: number): Words => ({
  th: `${thai.format(ms)} น.`,
  en: `${english.format(ms)} (Bangkok time)`,
})
