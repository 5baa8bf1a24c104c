import { makeFile } from '#server/cli/action-verb.ts'
import { langOption, SHEET_USAGE, sheetHelp, sheetKind, writeRows } from '#server/cli/sheet-file.ts'
import type { Context, Outcome, Verb } from '#server/cli/verb.ts'
import type { exportTables } from '#server/exports/tables.ts'

type What = keyof typeof exportTables

const help = (what: What) => [
  'Writes an Excel workbook, or a CSV file if the name ends in .csv. Excel opens both with a double click, with dates in Bangkok',
  'time, and with the leading zeros of phone numbers and other digits. A text that a spreadsheet would read as a',
  'formula (= + - @) is shown as text. Only the owner can read the file. It contains personal data: store it safely.',
  ...sheetHelp,
  '',
  `Example: export ${what} ${what}.xlsx`,
]

export const exportVerbs: readonly Verb[] = [
  verb('receipts', 'Export all receipts with their stores and decisions to an Excel file.'),
  verb('customers', 'Export all customers with their addresses and marketing consents to an Excel file.'),
  verb('tickets', 'Export all tickets of the draw and their origin to an Excel file.'),
  verb(
    'winners',
    'Export winners and reserves with prize, name, phone and, for shipped prizes, address and parcel label to an Excel file.',
  ),
  verb('answers', 'Export all answers to the questions to an Excel file.'),
  verb('rewards', 'Export all used rewards with their codes and stores to an Excel file.'),
  verb('audit', 'Export the audit log, who did what and when, to an Excel file.'),
]

const rowNames: Readonly<Record<What, string>> = {
  receipts: 'receipts',
  customers: 'customers',
  tickets: 'tickets',
  winners: 'winners and reserves',
  answers: 'answers',
  rewards: 'used rewards',
  audit: 'entries',
}

function verb(what: What, summary: string): Verb {
  return {
    name: `export ${what}`,
    usage: `FILE.xlsx|FILE.csv ${SHEET_USAGE}`,
    summary,
    help: help(what),
    mode: 'without-transaction',
    run: context => exported(context, what),
  }
}

async function exported(context: Context, table: What): Promise<Outcome> {
  const [path = ''] = context.args
  const input = { table, kind: sheetKind(context, path), lang: langOption(context) }
  const { detail: found, write } = await makeFile('exportTable', context, input)
  const bar = context.progress(`Exporting ${table}`, found.rows)
  const rows = await writeRows(path, write, bar.step).finally(bar.end)
  const detail = { what: table, file: path, rows }
  return { lines: [`${path}: ${rows} ${rowNames[table]}.`], detail }
}
