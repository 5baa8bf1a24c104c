export type Thrown = { readonly error: unknown; readonly screen: string }

/** Errors that wait for `src/boot/phone-report.ts`, which loads after home and replaces `push`. */
export const earlyErrors: (ErrorEvent | PromiseRejectionEvent | Thrown)[] = []

/** Called when React starts, because the entry script has no room for it. */
export function collectErrors(): void {
  const keep = (event: ErrorEvent | PromiseRejectionEvent) => void earlyErrors.push(event)
  addEventListener('error', keep)
  addEventListener('unhandledrejection', keep)
}
