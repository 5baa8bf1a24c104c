import { CallError } from './call.ts'

/** Throws a CallError (`OFFLINE`) if the work takes longer than `ms` milliseconds. */
export const withinTime = <T>(work: Promise<T>, ms: number): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new CallError('OFFLINE')), ms)
    }),
  ])
