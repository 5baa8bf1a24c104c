import { bangkokTime } from '#server/bangkok-time.ts'
import type { BaseContext, Outcome, Verb } from '#server/cli/verb.ts'
import { rehearse } from '#server/rehearsal/rehearse.ts'
import { deleteCopy, openCopy } from '#server/rehearsal/site.ts'
import { writeClock } from '#server/store/clock-file.ts'

export const rehearseVerbs: readonly Verb[] = [
  {
    name: 'rehearse',
    usage: '[--keep]',
    summary: 'Play the whole campaign, from the opening to the confirmed prizes, on a copy of the database.',
    help: [
      'Copies the database to a temporary folder, lets 200 sample customers join, and carries out every step of the',
      'organiser’s work at the time that the campaign’s dates give it. The real database is only read. The draw uses a',
      'made-up beacon: `draw run`, `announce` and the server in production refuse it. If a step fails, the exit code is 1',
      'and the last lines show what to do. --keep keeps the copy, so you can look at it. Without a campaign, or with PostgreSQL, the',
      'copy is a new campaign from campaign/.',
      '',
      'Example: rehearse --keep',
    ],
    mode: 'without-campaign',
    run,
  },
]

async function run(context: BaseContext): Promise<Outcome> {
  const { now, advertised } = context
  const keep = context.options.keep === true
  const bar = context.progress('Rehearsing', null)
  const copy = await openCopy(context.location()?.databaseFile ?? null, now)
  try {
    const found = await rehearse({ copy, advertised, startedAt: now })
    if (keep) await writeClock(copy.folder, { frozenAt: found.endedAt, offsetMs: 0 })
    return {
      lines: [
        ...found.steps.map(step => `ok    ${bangkokTime(step.at)}  ${step.title}: ${step.found}`),
        ...(found.failure === null
          ? ['The whole campaign works with these dates and prizes.']
          : [
              `FAIL  ${bangkokTime(found.failure.at)}  ${found.failure.title}`,
              found.failure.message,
              'Correct this in the real campaign, then run `rehearse` again.',
            ]),
        ...(keep ? keptLines(copy.folder) : []),
      ],
      data: { ...found, folder: keep ? copy.folder : null },
      detail: {},
      failed: found.failure !== null,
    }
  } finally {
    bar.end()
    await copy.close()
    if (!keep) await deleteCopy(copy.folder)
  }
}

const keptLines = (folder: string): string[] => [
  `The copy is in ${folder}. Look at it with DATA_DIR=${folder} and any command, or with \`npm start\`.`,
  'It can contain personal data: delete the folder afterwards.',
]
