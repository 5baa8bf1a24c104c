import type { Column } from './cell.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const style = { number: 0, text: 1, lines: 2, baht: 3, time: 4, day: 5, head: 6 } as const

/**
 * Format 49 is text: Excel never evaluates a formula in such a cell, even after an edit. The dates specify locale 409
 * (English), so that Excel's Thai version shows Gregorian years too.
 */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2">
<numFmt numFmtId="164" formatCode="[$-409]yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="[$-409]yyyy\\-mm\\-dd"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="7">${[
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment wrapText="1"/></xf>',
  ...[4, 164, 165].map(
    format => `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  ),
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>',
].join('')}</cellXfs></styleSheet>`

export const sheetName = (sheet: number): string => `xl/worksheets/sheet${sheet}.xml`

export const sheetStart = (columns: readonly Column[]): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>' +
  columns
    .map(({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join('') +
  '</cols><sheetData>'

/** Adds filters, and suppresses the warning that phone numbers are stored as text. */
export const sheetEnd = (range: string): string =>
  `</sheetData><autoFilter ref="${range}"/><ignoredErrors>` +
  `<ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`

export function otherParts(sheets: number): readonly (readonly [string, string])[] {
  const each = (text: (sheet: number) => string) =>
    Array.from({ length: sheets }, (_, at) => text(at + 1)).join('')
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const override = (part: string, type: string) =>
    `<Override PartName="/${part}" ContentType="${TYPES}.${type}+xml"/>`
  return [
    ['xl/styles.xml', STYLES],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each(
        sheet => `<sheet name="${sheet}" sheetId="${sheet}" r:id="rId${sheet}"/>`,
      )}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${RELATIONS}">${relation('styles', 'styles', 'styles.xml')}${each(sheet =>
        relation(`rId${sheet}`, 'worksheet', `worksheets/sheet${sheet}.xml`),
      )}</Relationships>`,
    ],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${RELATIONS}">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        override('xl/workbook.xml', 'sheet.main') +
        override('xl/styles.xml', 'styles') +
        each(sheet => override(sheetName(sheet), 'worksheet')) +
        '</Types>',
    ],
  ]
}
