import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { makeFile } from '#server/cli/action-verb.ts'
import { textOption } from '#server/cli/options.ts'
import { findBrowser, printPdf } from '#server/cli/print.ts'
import { langOption, SHEET_USAGE, sheetHelp, writeRows } from '#server/cli/sheet-file.ts'
import type { Progress } from '#server/cli/terminal-types.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { currentDraw } from '#server/draw/current.ts'
import { SLIPS_PER_FILE, slipSheets } from '#server/exports/slip-sheets.ts'
import { type SlipRow, slipRows } from '#server/exports/slips.ts'

export const slipVerbs: readonly Verb[] = [
  {
    name: 'slips',
    usage: `--xlsx FILE | --csv FILE | --pdf FILE | --html FILE ${SHEET_USAGE}`,
    summary: 'Print a paper slip for each ticket of the sealed list.',
    help: [
      'For a draw by hand from a box, which a permit may require. Each slip has the ticket number as text and QR code, and',
      'the name and phone. A scanner or a keyboard can enter the drawn numbers for `draw import`. Seal',
      'the list first (`draw seal --physical`); the slips must match it.',
      '--xlsx   an Excel workbook with one row per ticket, for a print shop',
      '--csv    the same as CSV',
      '--pdf    A4 pages with 24 slips each; needs Chromium, Chrome or Edge on this machine',
      '--html   the same pages, to print from any browser',
      ...sheetHelp,
      'More than 4,800 slips are split into several files: slips-1.pdf, slips-2.pdf and so on. The slips contain personal',
      'data: destroy the files and the paper after the draw.',
      '',
      'Example: slips --pdf slips.pdf',
    ],
    mode: 'without-transaction',
    run: slips,
  },
]

type Bar = ReturnType<Progress>
type Written = { readonly files: readonly string[]; readonly slips: number }

async function slips(context: Context): Promise<Outcome> {
  const kinds = (['xlsx', 'csv', 'pdf', 'html'] as const).filter(
    kind => textOption(context, kind) !== undefined,
  )
  const [kind] = kinds
  const file = kind && textOption(context, kind)?.trim()
  if (!kind || !file || kinds.length > 1)
    throw new CliError('Give exactly one of --xlsx, --csv, --pdf and --html')
  const { draw } = await currentDraw(context.db)
  if (draw.entries_count === null)
    throw new CliError('The list of tickets is not sealed yet; see `draw seal`.')
  const print = kind === 'pdf' || kind === 'html' ? await writerOf(kind) : null
  const bar = context.progress('Writing slips', draw.entries_count)
  const written = await (print === null
    ? inTable(
        context,
        file,
        kind === 'xlsx' ? 'xlsx' : context.options.plain === true ? 'plain-csv' : 'csv',
        bar,
      )
    : inSheets(file, slipRows(context.db, draw.id), draw.entries_count, { write: print, bar })
  ).finally(bar.end)
  const detail = { file, ...written }
  return { lines: [`${written.files.join(', ')}: ${written.slips} slips.`], detail }
}

type Write = (html: string, file: string) => Promise<void>

async function writerOf(kind: 'pdf' | 'html'): Promise<Write> {
  if (kind === 'html') return (html, file) => writeFile(file, html, { mode: 0o600 })
  const browser = await findBrowser(process.env)
  if (browser === null)
    throw new CliError('--pdf: found no Chromium, Chrome or Edge; set CHROMIUM_PATH to one, or use --html')
  return (html, file) => printPdf(browser, html, resolve(file))
}

async function inTable(
  context: Context,
  path: string,
  kind: 'xlsx' | 'csv' | 'plain-csv',
  bar: Bar,
): Promise<Written> {
  const { write } = await makeFile('exportSlips', context, { kind, lang: langOption(context) })
  return { files: [path], slips: await writeRows(path, write, bar.step) }
}

async function inSheets(
  file: string,
  rows: AsyncIterable<SlipRow>,
  count: number,
  { write, bar }: { write: Write; bar: Bar },
): Promise<Written> {
  const several = count > SLIPS_PER_FILE
  const files: string[] = []
  let written = 0
  for await (const { html, slips } of slipSheets(rows)) {
    const name = several ? file.replace(/(\.\w+)?$/, `-${files.length + 1}$1`) : file
    await write(html, name)
    files.push(name)
    written += slips
    bar.step(slips)
  }
  return { files, slips: written }
}
