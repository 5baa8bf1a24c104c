import * as v from 'valibot'
import { reportScripts } from '#contract/report-scripts.ts'
import {
  errorNames,
  errorSources,
  jobAges,
  REPORT_PLACE_MAX,
  REPORT_TIME_MAX_MS,
  REPORT_TRIES_MAX,
  reportScreens,
  reportSystems,
  storageModes,
} from '#contract/report-words.ts'

const upTo = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max))
const time = v.nullable(upTo(REPORT_TIME_MAX_MS))
const version = upTo(99)

const phone = {
  /** The server stores only ids of builds that it has served. */
  build: v.pipe(v.string(), v.regex(/^[\w-]{1,20}$/)),
  os: v.picklist(reportSystems),
  /** The major version, or null if unknown. */
  osVersion: v.nullable(version),
  /** LINE's major and minor version, or null outside LINE. */
  line: v.nullable(v.strictTuple([version, version])),
  storage: v.picklist(storageModes),
}

/** The oldest waiting job. `age` is a lower bound in minutes. */
const job = v.strictObject({ age: v.picklist(jobAges), tries: upTo(REPORT_TRIES_MAX) })

/** An anonymous report of words from `report-words.ts` and small numbers. */
export const phoneReport = v.variant('about', [
  v.strictObject({
    about: v.literal('visit'),
    ...phone,
    /** Largest Contentful Paint, Interaction to Next Paint, and time until home was rendered, in milliseconds. */
    lcp: time,
    inp: time,
    home: time,
    job: v.nullable(job),
  }),
  v.strictObject({ about: v.literal('job'), ...phone, job }),
  v.strictObject({
    about: v.literal('error'),
    ...phone,
    screen: v.picklist(reportScreens),
    source: v.picklist(errorSources),
    name: v.picklist(errorNames),
    /** The position in the built script. The line and column are 0 if unknown. */
    script: v.fallback(v.picklist(reportScripts), 'other'),
    row: upTo(REPORT_PLACE_MAX),
    column: upTo(REPORT_PLACE_MAX),
  }),
])
export type PhoneReport = v.InferOutput<typeof phoneReport>
