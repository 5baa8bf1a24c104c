import type { staff as thai } from '../th/staff.ts'

export const staff: Readonly<Record<keyof typeof thai, string>> = {
  'people.place': 'Works at',
  'people.place.event': 'The event',
  'people.place.stores': 'Stores',
  'people.place.codes': 'Codes of the stores, separated by commas',
}
