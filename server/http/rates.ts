import type { RouteName } from '#contract/routes.ts'

/** Calls a minute, per address where nobody is signed in, else per customer. */
export const RATE = { address: 600, login: 10, read: 240, write: 60, log: 120 } as const

type Bucket = { readonly key: string; readonly perMinute: number }

const own: Partial<Record<RouteName, Bucket>> = {
  createReceipt: { key: 'receipt', perMinute: 10 },
  updateReceipt: { key: 'receipt', perMinute: 10 },
  deleteReceipt: { key: 'receipt', perMinute: 10 },
  postAnswer: { key: 'answer', perMinute: 10 },
  useReward: { key: 'reward/use', perMinute: 5 },
  logState: { key: 'log', perMinute: RATE.log },
  logPageView: { key: 'log', perMinute: RATE.log },
  logBatch: { key: 'log', perMinute: RATE.log },
}

/** The bucket of a signed-in customer's call. A photo counts once, by its first piece, the rest as reads do. */
export function bucketOf(name: RouteName, method: string, contentRange: string | null): Bucket {
  if (name === 'uploadImage') {
    return contentRange === null || /^bytes 0-/.test(contentRange)
      ? { key: 'image', perMinute: 20 }
      : { key: 'piece', perMinute: RATE.read }
  }
  const read = method === 'GET' || method === 'HEAD'
  return own[name] ?? (read ? { key: 'read', perMinute: RATE.read } : { key: 'write', perMinute: RATE.write })
}
