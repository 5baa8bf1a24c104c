import type { PhoneReport } from '#contract/schema/phone-report.ts'
import { newKey } from './activity.ts'
import type { SignedIn, TestServer } from './server.ts'

const phone = {
  build: 'build1',
  os: 'android' as const,
  osVersion: 14,
  line: [14, 2] as [number, number],
  storage: 'database' as const,
}

export const visitReport: PhoneReport = {
  about: 'visit',
  ...phone,
  lcp: 1200,
  inp: 64,
  home: 1500,
  job: null,
}
export const jobReport: PhoneReport = { about: 'job', ...phone, job: { age: 60, tries: 7 } }
export const errorReport: PhoneReport = {
  about: 'error',
  ...phone,
  screen: 'profile',
  source: 'boundary',
  name: 'TypeError',
  script: 'profile',
  row: 1,
  column: 345,
}

/** Sends reports in one batch of log events. */
export const sendReports = (
  server: TestServer,
  { token }: Pick<SignedIn, 'token'>,
  reports: readonly unknown[],
  eventId = newKey,
) => {
  const at = new Date(server.clock.now()).toISOString()
  const events = reports.map(report => ({ kind: 'report', eventId: eventId(), at, report }))
  return server.call('logBatch', { token, body: { events } })
}
