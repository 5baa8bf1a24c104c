import type { JobView, Sent } from '#src/state/types.ts'

export const correctionPath = (receiptId: string): string => `/receipt/${receiptId}/edit`

/** Returns null if the job cannot be changed. */
export function editPath({ route, subject }: Pick<JobView, 'route' | 'subject'>): string | null {
  switch (route) {
    case 'createReceipt':
    case 'updateReceipt':
      return subject === null ? null : correctionPath(subject)
    case 'postAnswer':
      return '/answer'
    case 'putCustomer':
      return '/updateProfile'
    case 'putMessageSettings':
      return '/profile'
    case 'confirmConcert':
      return '/confirm'
    default:
      return null
  }
}

export const thanksPath = (sent: 'receipt' | 'answer' | 'confirm', { id }: Sent): string =>
  `/thanks?sent=${sent}${id === null ? '' : `&job=${id}`}`
