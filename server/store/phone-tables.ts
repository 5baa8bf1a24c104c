export type PhoneTables = {
  app_build: { build: string; first_served_at: number }
  /**
   * A phone's report (`contract/schema/phone-report.ts`). It cannot be linked to a customer or to the log events of the
   * same call, because the time is rounded and the id is a hash.
   */
  phone_report: {
    /** SHA-256 of the event's id, so that a repeated report is counted once. */
    id: string
    /** The hour in which the report arrived. */
    hour: number
    about: 'visit' | 'job' | 'error'
    /** An id in `app_build`, or `other`. */
    build: string
    os: string
    os_version: number | null
    line_major: number | null
    line_minor: number | null
    storage: string
    lcp: number | null
    inp: number | null
    home: number | null
    /** How long the oldest job has been waiting, as a lower bound in minutes. */
    job_age: number | null
    job_tries: number | null
    screen: string | null
    source: string | null
    error: string | null
    script: string | null
    place_row: number | null
    place_column: number | null
  }
}
