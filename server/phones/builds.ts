import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Db } from '#server/store/tables.ts'

/** Replaces builds that this campaign has not served, so that a client cannot invent labels. */
export const OTHER_BUILD = 'other'

const version = v.object({ build: v.pipe(v.string(), v.regex(/^[\w-]{1,20}$/)) })

/** Records that the app in this folder is served, if it is a built app. */
export async function recordServedBuild(db: Db, distDir: string, now: number): Promise<void> {
  const found = await readFile(join(distDir, 'version.json'), 'utf8').then(
    text => v.safeParse(version, JSON.parse(text)),
    () => v.safeParse(version, null),
  )
  if (found.success) await recordBuild(db, found.output.build, now)
}

/** Records a served build, so that reports from phones with this build are stored under its id. */
export async function recordBuild(db: Db, build: string, now: number): Promise<void> {
  await db
    .insertInto('app_build')
    .values({ build, first_served_at: now })
    .onConflict(conflict => conflict.column('build').doNothing())
    .execute()
}

export async function knownBuild(db: Db, build: string): Promise<string> {
  const found = await db.selectFrom('app_build').select('build').where('build', '=', build).executeTakeFirst()
  return found?.build ?? OTHER_BUILD
}
