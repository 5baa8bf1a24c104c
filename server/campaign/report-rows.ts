import * as v from 'valibot'
import { type PhoneReport, phoneReport } from '#contract/schema/phone-report.ts'
import { HOUR_MS } from '#contract/time.ts'
import { ApiError } from '#server/errors.ts'
import type { ReceivedCall } from '#server/handler.ts'
import { sha256Hex } from '#server/hash.ts'
import { PER_MINUTE } from '#server/http/rates.ts'
import { knownBuild } from '#server/phones/builds.ts'
import type { Tables } from '#server/store/tables.ts'

/** A page sends at most seven reports. */
const MAX_PER_CALL = 10

/** Returns no rows above the rate limit, because the phone would repeat a rejected call. */
export async function reportRows(call: ReceivedCall<'logBatch'>): Promise<Tables['phone_report'][]> {
  const { db, body, caller, limit, now } = call
  const found = body.events
    .filter(event => event.kind === 'report')
    .slice(0, MAX_PER_CALL)
    .flatMap(({ eventId, report }) => {
      const parsed = v.safeParse(phoneReport, report)
      return parsed.success ? [{ id: sha256Hex(eventId), report: parsed.output }] : []
    })
  if (found.length === 0) return []
  try {
    await limit(`report:${caller.customerId}`, PER_MINUTE.report)
  } catch (error) {
    if (error instanceof ApiError) return []
    throw error
  }
  const hour = now - (now % HOUR_MS)
  return Promise.all(
    found.map(async ({ id, report }) => ({
      id,
      hour,
      build: await knownBuild(db, report.build),
      ...columnsOf(report),
    })),
  )
}

function columnsOf(report: PhoneReport): Omit<Tables['phone_report'], 'id' | 'hour' | 'build'> {
  const visit = report.about === 'visit' ? report : null
  const error = report.about === 'error' ? report : null
  const job = report.about === 'error' ? null : report.job
  return {
    about: report.about,
    os: report.os,
    os_version: report.osVersion,
    line_major: report.line?.[0] ?? null,
    line_minor: report.line?.[1] ?? null,
    storage: report.storage,
    lcp: visit?.lcp ?? null,
    inp: visit?.inp ?? null,
    home: visit?.home ?? null,
    job_age: job?.age ?? null,
    job_tries: job?.tries ?? null,
    screen: error?.screen ?? null,
    source: error?.source ?? null,
    error: error?.name ?? null,
    script: error?.script ?? null,
    place_row: error?.row ?? null,
    place_column: error?.column ?? null,
  }
}
