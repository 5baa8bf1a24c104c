import { join } from 'node:path'
import { type ConformanceCase, loadCases } from './cases.ts'
import { MESSAGE_CASES } from './messages/cases.ts'

export function allCases(): readonly ConformanceCase[] {
  const files = ['liff-conformance.json', 'mini-app-conformance.json']
  return [...files.flatMap(file => loadCases(join(import.meta.dirname, file))), ...MESSAGE_CASES]
}
