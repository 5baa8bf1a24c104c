import { exportTables } from '#server/cli/export-tables.ts'
import { writeSheet } from '#server/cli/sheet-file.ts'
import type { Context, Outcome, Verb } from '#server/cli/verb.ts'

type What = keyof typeof exportTables

const help = (what: What) => [
  'Writes an Excel workbook, or a CSV file if the name ends in .csv. Headings are in Thai and times in Bangkok time. In the',
  'workbook, phone numbers and postal codes are texts and keep their zeros. Excel drops those zeros when it opens a CSV file,',
  'so use CSV only for other programs; there, a text that a spreadsheet would read as a formula (= + - @) starts with an',
  'apostrophe. Only the owner can read the file. It contains personal data: store it safely.',
  '',
  `Example: export ${what} ${what}.xlsx`,
]

export const exportVerbs: readonly Verb[] = [
  verb('receipts', 'Export all receipts with their stores and decisions to an Excel file.'),
  verb('customers', 'Export all customers with their addresses and marketing consents to an Excel file.'),
  verb('tickets', 'Export all tickets of the draw and what they were given for to an Excel file.'),
  verb(
    'winners',
    'Export winners and reserves with prize, name, phone, answer and, for shipped prizes, the address to an Excel file.',
  ),
]

function verb(what: What, summary: string): Verb {
  return {
    name: `export ${what}`,
    usage: 'FILE.xlsx|FILE.csv',
    summary,
    help: help(what),
    args: { min: 1, max: 1 },
    mode: 'without-transaction',
    run: context => exported(context, what),
  }
}

async function exported({ db, args, progress }: Context, what: What): Promise<Outcome> {
  const [file = ''] = args
  const { columns, count, rows: read } = exportTables[what]
  const bar = progress(`Exporting ${what}`, await count(db))
  const rows = await writeSheet(file, columns, read(db), bar.step).finally(bar.end)
  const data = { what, file, rows }
  return { lines: [`${file}: ${rows} ${what}.`], data, detail: data }
}
