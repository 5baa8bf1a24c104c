import { type Fields, fieldsOf } from '../../fields.ts'

/** Messages can contain any value, so read every field with these functions. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : Number.isFinite(value) ? String(value) : ''
}

/** Also accepts numbers in strings. Returns undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
