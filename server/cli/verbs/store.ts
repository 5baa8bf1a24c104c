import { storeColumns } from '#contract/store-columns.ts'
import { readTextFile } from '#server/cli/text-file.ts'
import type { Context, Outcome, Verb } from '#server/cli/verb.ts'
import { withProgress } from '#server/cli/with-progress.ts'
import { readStores } from '#server/data/stores-csv.ts'
import { countsOf, importStores, plannedStores } from '#server/set-up/stores.ts'

export const storeVerbs: readonly Verb[] = [
  {
    name: 'store import',
    usage: 'FILE.csv [--only]',
    summary: 'Add and update stores from a CSV file.',
    help: [
      `Columns, named in the first line, in any order: ${storeColumns.join(', ')}.`,
      'The code identifies a store, and the QR code at its counter contains it: an existing code updates the store, a new',
      'code adds one. province is the official number or the Thai or English name. receiptNoHint tells customers where',
      'to find the receipt number. active is 1 (or empty) or 0. Cells are separated by commas, semicolons or tabs.',
      'With --only, stores that are not in the file are removed from the campaign.',
      'If any line is wrong, all wrong lines are listed and nothing is imported.',
      '',
      'Example: store import stores.csv --dry-run',
    ],
    dryRun: true,
    run: importFile,
  },
]

async function importFile({ db, args, options, dryRun, progress }: Context): Promise<Outcome> {
  const path = args[0] ?? ''
  const rows = await readStores(db, await readTextFile(path))
  const plan = await plannedStores(db, rows, options.only === true)
  await importStores(db, plan, { each: (what, items) => withProgress(progress, what, items) })
  const counts = countsOf(plan)
  const [add, change, remove] = dryRun ? ['Would add', 'change', 'remove'] : ['Added', 'changed', 'removed']
  return {
    lines: [
      `${add} ${counts.added}, ${change} ${counts.changed}, ${remove} ${counts.removed} of ${counts.total} lines.`,
    ],
    data: counts,
    detail: { file: path, ...counts },
  }
}
