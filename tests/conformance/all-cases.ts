import { join } from 'node:path'
import { type ConformanceCase, loadCases } from './cases.ts'
import { MESSAGE_CASES } from './messages/cases.ts'

/** Every case of the project: those of the file, and those of the rules for message contents. */
export function allCases(): readonly ConformanceCase[] {
  return [...loadCases(join(import.meta.dirname, 'liff-conformance.json')), ...MESSAGE_CASES]
}
