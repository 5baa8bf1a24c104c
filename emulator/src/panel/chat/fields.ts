import { type Fields, fieldsOf } from '../../fields.ts'

/** Messages can contain anything, so read every field with one of these functions. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}

/** Returns a string, a number as a string, or an empty string. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : Number.isFinite(value) ? String(value) : ''
}

/** Accepts numbers in strings. Returns undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
